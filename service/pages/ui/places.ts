import places from '../../../fixtures/places/places.json' with { type: 'json' };
import villages from '../../../fixtures/places/villages.json' with { type: 'json' };

/** The places that a page finds by their names, a column each: 12 kB compressed. */
export interface PlaceList {
  attribution: string;
  municipalities: string[];
  names: string[];
  /** Thousandths of a degree, north and east: 100 m. */
  latMdeg: number[];
  lngMdeg: number[];
  /** Index of the place's municipality. */
  municipality: number[];
}

/** Names of GeoNames that are not those of the country. */
const OWN_NAMES: Readonly<Record<string, string>> = { Gothenburg: 'Göteborg' };

const ALL = [...places.places, ...villages.places].map(({ name, ...place }) => ({
  ...place,
  name: OWN_NAMES[name] ?? name,
}));

/** Lists the places of fixtures/places by municipality and name, to be loaded when a person types. */
export function listPlaces(): PlaceList {
  const codes = places.municipalities.map(({ code }) => code);
  const rows = ALL.map(({ municipality, ...place }) => ({
    ...place,
    index: codes.indexOf(municipality),
  })).sort((a, b) => a.index - b.index || compare(a.name, b.name));
  return {
    attribution: places.attribution,
    municipalities: places.municipalities.map(({ name }) => name),
    names: rows.map(({ name }) => name),
    latMdeg: rows.map(({ lat }) => Math.round(1000 * lat)),
    lngMdeg: rows.map(({ lng }) => Math.round(1000 * lng)),
    municipality: rows.map(({ index }) => index),
  };
}

/** Compares by code point: the order is equal wherever it is built. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const NAMES = new Map(ALL.map(({ name }) => [name.toLowerCase(), name]));

/** The name of a place as fixtures/places has it, in whatever letters it is typed. Empty if it is none. */
export function knownPlace(text: string): string {
  return NAMES.get(text.trim().toLowerCase()) ?? '';
}
