import { useEffect, useRef, useState } from 'preact/hooks';
import { roundDegrees } from '../../ui/place-map.tsx';
import type { ConfiguratorData } from '../../ui/script-data.ts';
import { applyPrefill, type Change, type Chosen, chooseDefaults } from './state.ts';

/** A key is pressed faster than a browser should write. */
const REST_MS = 300;

/** Choices that outlast a reload: never the contact, the consent or the place's name. */
type House = Omit<Chosen, 'contact' | 'consent' | 'website' | 'place'>;

/** The house in this tab, and what the page around knew when the visitor began. */
interface Stored {
  prefill: string;
  house: House;
}

/** Holds the visitor's choice. Roof and house outlast a reload of the frame, and of the page around. */
export function useStoredHouse(data: ConfiguratorData) {
  const [stored] = useState(() => readStored(data));
  const [chosen, setChosen] = useState<Chosen>(() => ({ ...chooseDefaults(), ...stored?.house }));
  const known = useRef(stored?.prefill ?? '');
  /** Choices of the visitor since the page was loaded. */
  const own = useRef<Partial<Chosen>>({});
  const change: Change = (part) => {
    own.current = { ...own.current, ...part };
    setChosen((old) => ({ ...old, ...part }));
  };
  const fillIn = (prefill: unknown) =>
    setChosen((old) => applyPrefill(old, prefill, data.panels[old.panel].watt));

  /** Takes what the page around knows at the start, except what the visitor has chosen before or since a reload. */
  const begin = (prefill: unknown) => {
    const { lat, lng, use_kwh, faces, ...rest } = Object(prefill);
    known.current = JSON.stringify([lat, lng, use_kwh, faces]);
    if (stored?.prefill === known.current) fillIn(rest);
    else {
      setChosen(chooseDefaults());
      fillIn(prefill);
    }
    setChosen((old) => ({ ...old, ...own.current }));
  };

  const house = JSON.stringify(selectHouse(chosen));
  useEffect(() => {
    const timer = setTimeout(() => store(data.slug, known.current, house), REST_MS);
    return () => clearTimeout(timer);
  }, [house]);
  return { chosen, change, begin, fillIn };
}

function selectHouse({ contact, consent, website, place, ...house }: Chosen): House {
  const round = (degrees: number | null) => degrees && roundDegrees(degrees);
  return { ...house, lat: round(house.lat), lng: round(house.lng) };
}

function store(slug: string, prefill: string, house: string): void {
  try {
    sessionStorage.setItem(slug, `{"prefill":${JSON.stringify(prefill)},"house":${house}}`);
  } catch {
    // A browser may store nothing for frames of other sites.
  }
}

/** Null if nothing is stored, or a panel or battery that the installer no longer has. */
function readStored({ slug, panels, batteries }: ConfiguratorData): Stored | null {
  try {
    const stored: Stored | null = JSON.parse(sessionStorage.getItem(slug) ?? 'null');
    if (!stored) return null;
    const { panel, battery_kwh: size } = stored.house;
    const hasBattery = size === undefined || batteries.some(({ kwh }) => kwh === size);
    return panel < panels.length && hasBattery ? stored : null;
  } catch {
    return null;
  }
}
