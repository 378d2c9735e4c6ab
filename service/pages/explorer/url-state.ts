import { MONTHS } from '../../../schemas/codec/axes.ts';
import type { Language } from '../messages/messages.ts';
import { BOUNDS, type Bounds, isWithin } from '../ui/bounds.ts';
import { DEFAULT_STATE, type ExplorerState, type Face, FUSES_A, usualState } from './state.ts';

/** Bounds of a number. More decimals than the API accepts would change the picture, not the answer. */
export interface Field extends Bounds {
  decimals: number;
}

export const LAT: Field = { ...BOUNDS.lat, decimals: 4 };
export const LNG: Field = { ...BOUNDS.lng, decimals: 4 };
export const TILT: Field = { ...BOUNDS.tilt, decimals: 1 };
export const AZIMUTH: Field = { min: 0, max: 359.9, decimals: 1 };
/** A month's share that snow or shade takes. */
export const PERCENT: Field = { min: 0, max: 100, decimals: 0 };
export const HEIGHT: Field = { min: 0, max: 90, decimals: 1 };
export const KWP: Field = { min: 0.1, max: BOUNDS.kwp.max, decimals: 2 };
const SYSTEM_LOSS_PCT: Field = { min: 0, max: 60, decimals: 2 };

/** Parts of the state that take any value of a type, and no others. */
type KeyOf<Value> = {
  [Key in keyof ExplorerState]-?: [Value, ExplorerState[Key]] extends [ExplorerState[Key], Value]
    ? Key
    : never;
}[keyof ExplorerState];

/** The house's numbers by their names in the address. */
export const NUMBERS: Record<string, Field & { key: KeyOf<number> }> = {
  use: { key: 'useKwh', ...BOUNDS.yearlyKwh, decimals: 0 },
  ev: { key: 'evKmPerDay', ...BOUNDS.evKmPerDay, decimals: 0 },
  p: { key: 'panelSekPerKwp', min: 0, max: 100000, decimals: 2 },
  bf: { key: 'batteryFixedSek', min: 0, max: 1000000, decimals: 0 },
  b: { key: 'batterySekPerKwh', min: 0, max: 100000, decimals: 0 },
  o: { key: 'owners', ...BOUNDS.adults, min: 0, decimals: 0 },
  level: { key: 'priceLevelPct', min: -90, max: 300, decimals: 0 },
  rise: { key: 'priceRisePct', min: -20, max: 20, decimals: 1 },
  rate: { key: 'interestPct', min: 0, max: 20, decimals: 1 },
  life: { key: 'lifeYears', min: 1, max: 50, decimals: 0 },
  inv: { key: 'inverterSek', min: 0, max: 1000000, decimals: 0 },
  invyear: { key: 'inverterYear', min: 1, max: 50, decimals: 0 },
  fade: { key: 'fadePct', min: 0, max: 20, decimals: 1 },
  standby: { key: 'standbyW', min: 0, max: 200, decimals: 0 },
  invkw: { key: 'inverterKw', min: 0, max: BOUNDS.kwp.max, decimals: 2 },
  reserve: { key: 'reservePct', min: 0, max: 90, decimals: 0 },
  service: { key: 'serviceSekPerYear', min: 0, max: 100000, decimals: 0 },
};

/** Values that may be left to the API: the roof's losses, and prices to the published tariff. And a meter's, which may be none. */
export const OWN: Record<string, Field & { key: KeyOf<number | null> }> = {
  loss: { key: 'systemLossPct', ...SYSTEM_LOSS_PCT },
  sys: { key: 'batteryKwh', min: 0, max: 20, decimals: 0 },
  fee: { key: 'gridFeeOre', min: 0, max: 1000, decimals: 2 },
  peak: { key: 'powerChargeSek', min: 0, max: 1000, decimals: 2 },
  bought: { key: 'meterBoughtKwh', ...BOUNDS.yearlyKwh, decimals: 0 },
  sold: { key: 'meterSoldKwh', ...BOUNDS.yearlyKwh, decimals: 0 },
};

/** Lists of numbers with `_` between them. */
export const LISTS = [
  ['s', 'snowPct'],
  ['sh', 'shadingPct'],
  ['hz', 'horizonDeg'],
] as const;

/** Choices that are 1 or left out. */
export const FLAGS = [
  ['latest', 'isLatest'],
  ['hybrid', 'isHybrid'],
  ['winter', 'isWinterReserve'],
] as const;

/** Directions of a horizon: the API's least, and PVGIS' own. */
const LEAST_DIRECTIONS = 8;
const MOST_DIRECTIONS = 48;

/** Ids of price lists, as the API writes them. */
export const TARIFF_ID = /^[a-z0-9-]{1,60}$/;

/** Version of the links that are written now (`v`): what one leaves out is as on the first page. */
export const VERSION = '2';

/** What links without a version leave out: no new inverter counted, none clipped, no battery aged or took stand-by power. */
const UNSAID_BEFORE = {
  inverterSek: 0,
  fadePct: 0,
  standbyW: 0,
  inverterKw: 0,
};

/**
 * Reads the state from an address: an absent or wrong value is as when the page first opens, one out of
 * bounds becomes the nearest allowed.
 */
export function readState(query: string, lang: Language): ExplorerState {
  const params = new URLSearchParams(query);
  const now = usualState(readFaces(params.get('f')) ?? DEFAULT_STATE.faces);
  // The page wrote it before links had a version. All that it ever wrote have a language.
  const isOld = namesState(query) && params.has('l') && !params.has('v');
  const usual = isOld ? { ...now, ...UNSAID_BEFORE } : now;
  const state: ExplorerState = {
    ...usual,
    snowPct: readMonths(readItems(params, 's')),
    shadingPct: readMonths(readItems(params, 'sh')),
    horizonDeg: readHorizon(readItems(params, 'hz')),
    gridTariff: TARIFF_ID.exec(params.get('net') ?? '')?.[0] ?? null,
    fuseA: FUSES_A.find((fuse) => String(fuse) === params.get('fuse')) ?? DEFAULT_STATE.fuseA,
    lang,
  };
  const degrees = [
    ['lat', LAT],
    ['lng', LNG],
  ] as const;
  if (hasPlace(params))
    for (const [name, field] of degrees) state[name] = readNumber(params.get(name), field) ?? 0;
  for (const [name, flag] of FLAGS) state[flag] = params.get(name) === '1';
  for (const [name, field] of Object.entries(NUMBERS))
    state[field.key] = readNumber(params.get(name), field) ?? usual[field.key];
  for (const [name, field] of Object.entries(OWN))
    state[field.key] = readNumber(params.get(name), field);
  return state;
}

/** Whether an address names any value of the state. */
export function namesState(query: string): boolean {
  const names = ['lat', 'lng', 'f', 'net', 'fuse', ...[...LISTS, ...FLAGS].map(([name]) => name)];
  const known = [...names, ...Object.keys(NUMBERS), ...Object.keys(OWN)];
  const params = new URLSearchParams(query);
  return known.some((name) => params.has(name));
}

/** Writes the address's query for a state, without the `?`: the roof always, other values if not as usual. */
export function writeState(state: ExplorerState): string {
  const faces = state.faces.map(
    ({ tilt, azimuth, kwp }) =>
      `${formatField(tilt, TILT)}_${formatField(azimuth % 360, AZIMUTH)}_${formatField(kwp, KWP)}`,
  );
  const parts = [`lat=${formatField(state.lat, LAT)}`, `lng=${formatField(state.lng, LNG)}`];
  parts.push(`f=${faces.join('~')}`);
  for (const [name, list] of LISTS) {
    const values = state[list];
    if (values) parts.push(`${name}=${values.join('_')}`);
  }
  const usual = usualState(state.faces);
  // The last known prices have a level of their own in each area.
  const stated = state.isLatest ? { ...state, priceLevelPct: 0 } : state;
  for (const [name, field] of [...Object.entries(NUMBERS), ...Object.entries(OWN)]) {
    const value = stated[field.key];
    if (value !== null && value !== usual[field.key])
      parts.push(`${name}=${formatField(value, field)}`);
  }
  if (state.gridTariff) parts.push(`net=${state.gridTariff}`);
  for (const [name, flag] of FLAGS) if (state[flag]) parts.push(`${name}=1`);
  if (state.fuseA !== DEFAULT_STATE.fuseA) parts.push(`fuse=${state.fuseA}`);
  return [...parts, `v=${VERSION}`, `l=${state.lang}`].join('&');
}

/** Reads twelve whole percents, in bounds, of which one is above 0. Null if it is none such. */
export function readMonths(items: readonly string[]): number[] | null {
  return items.length === MONTHS ? readList(items, PERCENT) : null;
}

/** Reads 8 to 48 heights, in bounds, of which one is above 0. Null if it is none such. */
export function readHorizon(items: readonly string[]): number[] | null {
  return isDirections(items) ? readList(items, HEIGHT) : null;
}

/** Whether a horizon has as many directions as the API takes. */
export function isDirections({ length }: readonly string[]): boolean {
  return length >= LEAST_DIRECTIONS && length <= MOST_DIRECTIONS;
}

function readList(items: readonly string[], field: Field): number[] | null {
  const values = items.map((item) => readNumber(item, field));
  return values.every((value) => value !== null) && values.some((value) => value > 0)
    ? values
    : null;
}

/** Half a coordinate is none, and so is one that is on no globe: its nearest would lead somewhere else. */
export function hasPlace(params: URLSearchParams): boolean {
  return isAllowed(params.get('lat'), LAT) && isAllowed(params.get('lng'), LNG);
}

export function isAllowed(found: string | null | undefined, field: Field): boolean {
  return isWithin(parseDecimal(found), field);
}

function readItems(params: URLSearchParams, name: string): string[] {
  return params.get(name)?.split('_') ?? [];
}

/** Reads the roof's faces, the first ten. Null if one is none. */
function readFaces(list: string | null): Face[] | null {
  const faces = (list ?? '').split('~').slice(0, BOUNDS.faces.max).map(readFace);
  return faces.every((face) => face !== null) ? faces : null;
}

function readFace(item: string): Face | null {
  const [first, second, third, ...more] = item.split('_');
  const tilt = readNumber(first, TILT);
  // 360 is north, too.
  const azimuth = Number(second) === 360 ? 0 : readNumber(second, AZIMUTH);
  const kwp = readNumber(third, KWP);
  if (tilt === null || azimuth === null || kwp === null || more.length > 0) return null;
  return { tilt, azimuth, kwp };
}

/** Null if there is no number. */
function readNumber(found: string | null | undefined, field: Field): number | null {
  const value = parseDecimal(found);
  return Number.isFinite(value) ? Number(formatField(value, field)) : null;
}

function parseDecimal(found: string | null | undefined): number {
  return found?.trim() ? Number(found) : Number.NaN;
}

function formatField(value: number, { min, max, decimals }: Field): string {
  return String(Number(Math.min(max, Math.max(min, value)).toFixed(decimals)) + 0);
}
