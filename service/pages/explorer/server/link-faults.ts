import { MONTHS } from '../../../../schemas/codec/axes.ts';
import { BOUNDS } from '../../ui/bounds.ts';
import { FUSES_A } from '../state.ts';
import {
  AZIMUTH,
  FLAGS,
  HEIGHT,
  hasPlace,
  isAllowed,
  isDirections,
  KWP,
  LISTS,
  NUMBERS,
  OWN,
  PERCENT,
  TARIFF_ID,
  TILT,
  VERSION,
} from '../url-state.ts';

/** Parts of a link that its page does not use as they are, joined by commas. Empty where there are none. */
export interface LinkFaults {
  /** Values that are malformed or out of bounds, as `use=-5`. Rounding to a value's decimals is none. */
  values: string;
  /** Names that the page does not know. */
  names: string;
}

/** More of them would hide the page. */
const MOST_LETTERS = 120;

/** Names that other sites add to every link. */
const FOREIGN = /^utm_|clid$/;

/** Whether a value of a parameter is used as it is. */
const IS_USED = new Map<string, (value: string, params: URLSearchParams) => boolean>([
  ['l', () => true],
  ['v', (version) => version === VERSION],
  ['lat', (_, params) => hasPlace(params)],
  ['lng', (_, params) => hasPlace(params)],
  ['f', areFaces],
  ['net', (id) => TARIFF_ID.test(id)],
  ['fuse', (fuse) => FUSES_A.some((one) => String(one) === fuse)],
  ...FLAGS.map(([name]) => [name, (flag: string) => flag === '1'] as const),
  ...LISTS.map(([name]) => [name, (list: string) => isList(name, list.split('_'))] as const),
  ...Object.entries({ ...NUMBERS, ...OWN }).map(
    ([name, field]) => [name, (value: string) => isAllowed(value, field)] as const,
  ),
]);

/** Finds what a link's page does not use as it is. */
export function findFaults(query: string): LinkFaults {
  const params = new URLSearchParams(query);
  const given = [...new Set(params.keys())];
  const isWrong = (name: string) => IS_USED.get(name)?.(params.get(name) ?? '', params) === false;
  const isUnknown = (name: string) => !IS_USED.has(name) && !FOREIGN.test(name);
  return {
    values: clip(given.filter(isWrong).map((name) => `${name}=${params.get(name)}`)),
    names: clip(given.filter(isUnknown)),
  };
}

function clip(parts: readonly string[]): string {
  const text = parts.join(', ');
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)} …` : text;
}

function areFaces(list: string): boolean {
  const faces = list.split('~');
  const isFace = (item: string) => {
    const [tilt, azimuth, kwp, ...more] = item.split('_');
    const isAzimuth = Number(azimuth) === 360 || isAllowed(azimuth, AZIMUTH);
    return isAllowed(tilt, TILT) && isAzimuth && isAllowed(kwp, KWP) && more.length === 0;
  };
  return faces.length <= BOUNDS.faces.max && faces.every(isFace);
}

/** A list of zeros takes nothing, as none does. */
function isList(name: (typeof LISTS)[number][0], items: readonly string[]): boolean {
  const field = name === 'hz' ? HEIGHT : PERCENT;
  const isLong = name === 'hz' ? isDirections(items) : items.length === MONTHS;
  return isLong && items.every((item) => isAllowed(item, field));
}
