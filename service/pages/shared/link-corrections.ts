import { type ExplorerState, MAX_FACES } from './state.ts';
import { fill, formatNumber, nameCompass } from './text.ts';
import {
  AZIMUTH,
  type Field,
  KWP,
  LAT,
  LISTS,
  LNG,
  NUMBERS,
  OWN,
  readFaces,
  TARIFF_ID,
  TILT,
} from './url-state.ts';
import type { Language, Words } from './words.ts';

type LinkWords = Words['link'];

/** A value that a link asks for and the page does not take. */
interface Correction {
  field: string;
  /** As the link has it. */
  asked: string;
  used: string;
}

/** The texts that name fields and values. */
interface Naming {
  link: LinkWords;
  explorer: Pick<Words['explorer'], 'at' | 'faceIs' | 'compass'>;
  lang: Language;
}

/** A parameter without a value. */
const NOTHING = '–';

/** Longer texts are cut. */
const MOST_LETTERS = 40;

/**
 * Says in sentences what a link asks for and the page does not take: numbers out of bounds, what is no number or
 * nothing, half a coordinate, faces above the tenth. Rounding to the page's decimals is not told.
 * @param state as `readState` has it of the same query
 */
export function tellCorrections(query: string, state: ExplorerState, naming: Naming): string[] {
  return listCorrections(query, state, naming).map(({ asked, ...told }) =>
    fill(naming.link.told, { ...told, asked: cut(asked) || NOTHING }),
  );
}

function listCorrections(query: string, state: ExplorerState, naming: Naming): Correction[] {
  const params = new URLSearchParams(query);
  return [
    ...correctPlace(params, state, naming),
    ...correctFaces(ask(params, 'f'), state, naming),
    ...correctNumbers(params, state, naming),
    ...correctLists(params, state, naming.link),
    ...correctGrid(params, state, naming.link),
  ];
}

function correctPlace(
  params: URLSearchParams,
  { lat, lng }: ExplorerState,
  { link, explorer, lang }: Naming,
): Correction[] {
  const [askedLat, askedLng] = [ask(params, 'lat'), ask(params, 'lng')];
  if (askedLat === null && askedLng === null) return [];
  if (isUsed(askedLat, lat, LAT) && isUsed(askedLng, lng, LNG)) return [];
  const used = fill(explorer.at, {
    lat: formatNumber(lat, lang, 2),
    lng: formatNumber(lng, lang, 2),
  });
  return [{ field: link.place, asked: `${askedLat || NOTHING}, ${askedLng || NOTHING}`, used }];
}

const FACE_FIELDS = [
  ['tilt', TILT],
  ['azimuth', AZIMUTH],
  ['kwp', KWP],
] as const;

function correctFaces(
  list: string | null,
  { faces }: ExplorerState,
  { link, explorer, lang }: Naming,
): Correction[] {
  if (list === null) return [];
  const items = list.split('~');
  if (!readFaces(list)) {
    const [{ tilt, azimuth, kwp }] = faces;
    const compass = nameCompass(explorer.compass, azimuth);
    const used = fill(explorer.faceIs, { compass, tilt, kwp: formatNumber(kwp, lang) });
    return [{ field: link.roof, asked: list, used }];
  }
  const corrections = faces.flatMap((face, index) =>
    FACE_FIELDS.flatMap(([name, field], at) => {
      const asked = items[index].split('_')[at];
      if (isUsed(asked, face[name], field) || (name === 'azimuth' && Number(asked) === 360))
        return [];
      const named = fill(link[name], { number: index + 1 });
      return [{ field: named, asked, used: formatField(face[name], field, lang) }];
    }),
  );
  if (items.length <= MAX_FACES) return corrections;
  return [
    { field: link.faces, asked: String(items.length), used: String(MAX_FACES) },
    ...corrections,
  ];
}

function correctNumbers(
  params: URLSearchParams,
  state: ExplorerState,
  { link, lang }: Naming,
): Correction[] {
  return [...Object.entries(NUMBERS), ...Object.entries(OWN)].flatMap(([name, field]) => {
    const asked = ask(params, name);
    const value = state[field.key];
    if (asked === null || isUsed(asked, value, field)) return [];
    const used = value === null ? link.usual : formatField(value, field, lang);
    return [{ field: link[field.key], asked, used }];
  });
}

function correctLists(
  params: URLSearchParams,
  state: ExplorerState,
  link: LinkWords,
): Correction[] {
  return LISTS.flatMap(([name, key]) => {
    const asked = ask(params, name);
    const values = state[key];
    const items = asked?.split('_') ?? [];
    // A list of zeros takes nothing, as none does.
    if (asked === null) return [];
    const isNothing = asked !== '' && items.every((item) => Number(item) === 0);
    if (!values && isNothing) return [];
    if (values?.every((value, index) => Math.abs(Number(items[index]) - value) <= 0.5)) return [];
    return [{ field: link[key], asked, used: values?.join(' ') ?? link.none }];
  });
}

function correctGrid(params: URLSearchParams, state: ExplorerState, link: LinkWords): Correction[] {
  const [list, fuse] = [ask(params, 'net'), ask(params, 'fuse')];
  const corrections: Correction[] = [];
  if (list !== null && !TARIFF_ID.test(list))
    corrections.push({ field: link.gridTariff, asked: list, used: link.none });
  if (fuse !== null && fuse !== String(state.fuseA))
    corrections.push({ field: link.fuseA, asked: fuse, used: `${state.fuseA} A` });
  return corrections;
}

/** The text of a parameter, empty where it has no value; null if there is none. */
function ask(params: URLSearchParams, name: string): string | null {
  return params.get(name)?.trim() ?? null;
}

/** Whether a value is the one asked for, but for its decimals. */
function isUsed(asked: string | null, used: number | null, { decimals }: Field): boolean {
  if (used === null || !asked) return false;
  return Math.abs(Number(asked) - used) <= 0.5000001 / 10 ** decimals;
}

function formatField(value: number, { decimals }: Field, lang: Language): string {
  return formatNumber(value, lang, Number.isInteger(value) ? 0 : decimals);
}

function cut(text: string): string {
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)} …`;
}
