import { roundTo } from '#engine/round.ts';
import type {
  ConfiguratorInputs,
  EmbedPrefill,
  LeadContact,
  SystemKind,
} from '../../../../schemas/types.ts';
import { DEFAULT_STATE } from '../../explorer/state.ts';
import { BOUNDS, isWithin } from '../../ui/bounds.ts';
import type { ConfiguratorData } from '../../ui/script-data.ts';

export interface StepProps {
  data: ConfiguratorData;
  chosen: Decided;
  change: Change;
}

/** All that the visitor has chosen and typed. What outlasts a reload is in `use-stored-house.ts`. */
export interface Chosen extends Omit<ConfiguratorInputs, 'lat' | 'lng'> {
  lat: number | null;
  lng: number | null;
  /** Name of the place, to be shown. */
  place: string;
  /** Null for what is suggested. */
  system: SystemKind | null;
  contact: Record<keyof LeadContact, string>;
  consent: boolean;
  website: string;
  /** Area of the house's floors, by which an unknown use is guessed. */
  floorM2: number;
}

/** The same with a system: the chosen one, or what is suggested. */
export interface Decided extends Chosen {
  system: SystemKind;
}

export type Change = (part: Partial<Chosen>) => void;

/** Sizes of main fuses in Swedish houses, A. */
export const FUSES_A = [16, 20, 25, 35, 50, 63] as const;

/** Chooses the calculator's house, with 20 panels and two adults. */
export function chooseDefaults(): Chosen {
  const { faces, useKwh, evKmPerDay, fuseA } = DEFAULT_STATE;
  const [{ tilt, azimuth }] = faces;
  return {
    lat: null,
    lng: null,
    place: '',
    faces: [{ tilt, azimuth, panel_count: 20 }],
    panel: 0,
    yearly_kwh: useKwh,
    ev_km_per_day: evKmPerDay,
    chargers: 0,
    adults: 2,
    main_fuse_a: fuseA,
    system: null,
    contact: {
      first_name: '',
      last_name: '',
      email: '',
      phone: '',
      street: '',
      postal_code: '',
      city: '',
    },
    consent: false,
    website: '',
    floorM2: 140,
  };
}

/** Selects the inputs for the API and the form, the place to 100 m as in a link. Null without a place. */
export function selectInputs(chosen: Chosen): ConfiguratorInputs | null {
  const { lat, lng, place, system, contact, consent, website, floorM2, ...inputs } = chosen;
  if (lat === null || lng === null) return null;
  return { lat: roundTo(lat, 3), lng: roundTo(lng, 3), ...inputs };
}

/** Builds the contact as it is sent: an empty field is null. */
export function buildContact({ contact }: Chosen): LeadContact {
  const { email, phone, postal_code, ...rest } = contact;
  return {
    ...rest,
    postal_code: postal_code.replaceAll(' ', ''),
    email: email.trim() || null,
    phone: phone.trim() || null,
  };
}

/** Most letters of each text of the contact. A postal code may have a space. */
export const MOST_LETTERS: Readonly<Record<keyof LeadContact, number>> = {
  first_name: 100,
  last_name: 100,
  email: 254,
  phone: 40,
  street: 200,
  postal_code: 6,
  city: 100,
};

/** Applies the values of a host page that are possible: they are foreign and may be anything. */
export function applyPrefill(chosen: Chosen, input: unknown, watt: number): Chosen {
  if (typeof input !== 'object' || input === null) return chosen;
  const prefill: Partial<Record<keyof EmbedPrefill, unknown>> = input;
  const { lat, lng, use_kwh, faces } = prefill;
  const contact = { ...chosen.contact, ...readContact(prefill) };
  const place =
    isWithin(lat, BOUNDS.lat) && isWithin(lng, BOUNDS.lng)
      ? { lat, lng, place: contact.city || `${lat}, ${lng}` }
      : {};
  const use = isWithin(use_kwh, BOUNDS.yearlyKwh) ? { yearly_kwh: use_kwh } : {};
  const roof = Array.isArray(faces)
    ? faces.flatMap((face) => readFace(face, watt)).slice(0, BOUNDS.faces.max)
    : [];
  return { ...chosen, contact, ...place, ...use, ...(roof.length > 0 ? { faces: roof } : {}) };
}

function readContact(prefill: Readonly<Record<string, unknown>>): Partial<Chosen['contact']> {
  const isFitting = ([name, most]: [string, number]) => {
    const text = prefill[name];
    return typeof text === 'string' && text.length <= most;
  };
  const names = Object.entries(MOST_LETTERS).filter(isFitting);
  return Object.fromEntries(names.map(([name]) => [name, String(prefill[name])]));
}

function readFace(face: unknown, watt: number): Chosen['faces'] {
  if (typeof face !== 'object' || face === null) return [];
  const { tilt, azimuth, kwp }: { tilt?: unknown; azimuth?: unknown; kwp?: unknown } = face;
  const isFace =
    isWithin(tilt, BOUNDS.tilt) && isWithin(azimuth, BOUNDS.azimuth) && isWithin(kwp, BOUNDS.kwp);
  if (!isFace) return [];
  const { min, max } = BOUNDS.panelCount;
  const panels = Math.round((1000 * kwp) / watt);
  return [{ tilt, azimuth, panel_count: Math.min(max, Math.max(min, panels)) }];
}
