/**
 * Roof, house and choice as text, to be kept over a reload: in the address after its #, which no server sees, and
 * in the tab, for a page around that makes its frame anew. Never a name, e-mail, phone or street; the place has
 * three decimals, about 100 m, as that of a public link.
 */
import type { Catalogue } from '#engine/economy/system.ts';
import { roundTo } from '#engine/round.ts';
import type { ConfiguratorFace, SystemKind } from '../../../../schemas/types.ts';
import { type Chosen, chooseDefaults, FUSES_A, MAX_FACES, MAX_KM_PER_DAY } from './state.ts';

const MAX_PANELS = 1000;
const PLACE_DECIMALS = 3;
const KINDS: readonly SystemKind[] = ['solar', 'battery', 'charger'];

/** Whole numbers by their names in the text, with their bounds. */
const NUMBERS = {
  use: { key: 'yearly_kwh', min: 0, max: 1_000_000 },
  ev: { key: 'ev_km_per_day', min: 0, max: MAX_KM_PER_DAY },
  chargers: { key: 'chargers', min: 0, max: 10 },
  adults: { key: 'adults', min: 1, max: 20 },
} as const;

type Kept = Pick<
  Chosen,
  | 'lat'
  | 'lng'
  | 'faces'
  | 'panel'
  | 'system'
  | 'main_fuse_a'
  | 'yearly_kwh'
  | 'ev_km_per_day'
  | 'chargers'
  | 'adults'
> &
  Pick<Partial<Chosen>, 'battery_kwh'>;

/** Writes what is kept of a choice; empty if it is as the visitor found it. */
export function writeHouse(chosen: Kept): string {
  const text = textOf(chosen);
  return text === textOf(chooseDefaults()) ? '' : text;
}

function textOf(chosen: Kept): string {
  const { lat, lng, faces, panel, system, battery_kwh, main_fuse_a } = chosen;
  const place =
    lat === null || lng === null
      ? []
      : [`lat=${roundTo(lat, PLACE_DECIMALS)}`, `lng=${roundTo(lng, PLACE_DECIMALS)}`];
  const roof = faces.map(({ tilt, azimuth, panel_count }) => `${tilt}_${azimuth}_${panel_count}`);
  return [
    ...place,
    `f=${roof.join('~')}`,
    `panel=${panel}`,
    ...Object.entries(NUMBERS).map(([name, { key }]) => `${name}=${chosen[key]}`),
    `fuse=${main_fuse_a}`,
    `system=${system}`,
    ...(battery_kwh === undefined ? [] : [`battery=${battery_kwh}`]),
  ].join('&');
}

/** Reads what was kept: anybody may have written it, and what is not possible is left out. */
export function readHouse(text: string, { panels, batteries }: Catalogue): Partial<Kept> {
  const params = new URLSearchParams(text);
  const read = (name: string, min: number, max: number) => readNumber(params.get(name), min, max);
  const [lat, lng] = [read('lat', -90, 90), read('lng', -180, 180)];
  const faces = (params.get('f') ?? '').split('~').map(readFace);
  const panel = read('panel', 0, panels.length - 1);
  const fuse = FUSES_A.find((size) => String(size) === params.get('fuse'));
  const system = KINDS.find((kind) => kind === params.get('system'));
  const battery = batteries.find(({ kwh }) => String(kwh) === params.get('battery'));
  const kept: Partial<Kept> = {
    ...(lat !== null && lng !== null ? { lat, lng } : {}),
    ...(faces.length <= MAX_FACES && faces.every((face) => face !== null) ? { faces } : {}),
    ...(panel !== null && Number.isInteger(panel) ? { panel } : {}),
    ...(fuse ? { main_fuse_a: fuse } : {}),
    // A system with a battery has the one that its price was of.
    ...(system && (battery || system === 'solar') ? { system } : {}),
    ...(battery ? { battery_kwh: battery.kwh } : {}),
  };
  for (const [name, { key, min, max }] of Object.entries(NUMBERS)) {
    const value = read(name, min, max);
    if (value !== null) kept[key] = Math.round(value);
  }
  return kept;
}

function readFace(text: string): ConfiguratorFace | null {
  const [first, second, third, ...more] = text.split('_');
  const tilt = readNumber(first, 0, 90);
  const azimuth = readNumber(second, 0, 360);
  const count = readNumber(third, 1, MAX_PANELS);
  if (tilt === null || azimuth === null || count === null || more.length > 0) return null;
  return Number.isInteger(count) ? { tilt, azimuth, panel_count: count } : null;
}

function readNumber(text: string | null | undefined, min: number, max: number): number | null {
  const value = text?.trim() ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
}
