import { RequestError } from '#engine/refusal.ts';
import { typedOption } from '../../../pipeline/files/packaged.ts';
import { numberOrText } from '../../http/query-parameters.ts';

/** Options of `make roof` as they were typed. */
export type RoofTexts = Record<'lat' | 'lng' | 'faces', string> &
  Partial<
    Record<'kwh' | 'ev' | 'battery' | 'strategy' | 'battery-cost' | 'roof-cost', string | undefined>
  >;

/** A roof and its house in the words of the API: what is no number is left for its checks to refuse. */
export interface RoofQuestion {
  place: { lat: unknown; lng: unknown };
  faces: unknown[];
  consumption: { yearly_kwh: unknown; ev_km_per_day: unknown };
  /** Undefined: no battery. */
  sizeKwh: unknown;
  /** Undefined: the one that saves most. */
  strategy: string | undefined;
  batteryCostSek: unknown;
  roofCostSek: number | undefined;
}

const FACES = 'expected tilt/azimuth/kWp of each face (0 is flat; 90 faces east, 180 south)';

/**
 * Reads the options' question.
 * @throws Error with a sentence for what the API could not name
 */
export function roofQuestion(texts: RoofTexts): RoofQuestion {
  const sizeKwh = parseOption(texts.battery) || undefined;
  for (const name of ['strategy', 'battery-cost'] as const) {
    if (texts[name] === undefined || sizeKwh !== undefined) continue;
    const [option, battery] = [name.replace('-', '_').toUpperCase(), 'BATTERY'].map(typedOption);
    throw new Error(`${option} is given, but no ${battery}, expected its size in kWh.`);
  }
  return {
    place: { lat: parseOption(texts.lat), lng: parseOption(texts.lng) },
    faces: parseFaces(texts.faces),
    consumption: { yearly_kwh: parseOption(texts.kwh), ev_km_per_day: parseOption(texts.ev) },
    sizeKwh,
    strategy: texts.strategy,
    batteryCostSek: parseOption(texts['battery-cost']),
    roofCostSek: costOf(parseOption(texts['roof-cost'])),
  };
}

/**
 * Reads the faces of a roof, "27/100/5 27/280/5".
 * @throws Error with what one of them should be
 */
export function parseFaces(text: string): Record<'tilt' | 'azimuth' | 'kwp', unknown>[] {
  return text.trim().split(/\s+/).map(faceOf);
}

function faceOf(text: string): Record<'tilt' | 'azimuth' | 'kwp', unknown> {
  const parts = text.split('/').map(numberOrText);
  const [tilt, azimuth, kwp] = parts;
  if (parts.length === 3 && parts.every((part) => typeof part === 'number'))
    return { tilt, azimuth, kwp };
  throw new Error(`${typedOption('FACES')} has "${text}", ${FACES}, as in "27/100/5 27/280/5".`);
}

function costOf(sek: unknown): number | undefined {
  if (sek === undefined || (typeof sek === 'number' && sek >= 0)) return sek;
  throw new Error(`${typedOption('ROOF_COST')} is "${sek}", expected SEK, a number of 0 or more.`);
}

/** Reads an option as a number where it is one. Undefined when it was left out. */
export function parseOption(text = ''): unknown {
  return text.trim() === '' ? undefined : numberOrText(text);
}

/** Option that a field of the API comes from. */
const OPTIONS: [field: RegExp, option: string][] = [
  [/^(location\.)?lat$/, 'LAT'],
  [/^(location\.)?lng$/, 'LNG'],
  [/^faces(\[\d+\]\.\w+)?$/, 'FACES'],
  [/^consumption\.yearly_kwh$/, 'KWH'],
  [/^consumption\.ev_km_per_day$/, 'EV'],
  [/^compare\.sizes_kwh/, 'BATTERY'],
  [/^compare\.strategies/, 'STRATEGY'],
  [/^compare\.cost_sek_by_size/, 'BATTERY_COST'],
];

/** Message of an error with the API's field, `"faces[1].tilt" is 95`, named by its option. */
export function inOptions(error: Error): string {
  const field = error instanceof RequestError ? (error.field ?? '') : '';
  const [, face, part] = /^faces\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  const option = OPTIONS.find(([pattern]) => pattern.test(field))?.[1];
  if (option === undefined) return error.message;
  const of = face === undefined ? '' : `: ${part} of face ${Number(face) + 1}`;
  return error.message.replace(`"${field}"`, `${typedOption(option)}${of}`);
}
