import { DEFAULT_SYSTEM_LOSS } from '../../pipeline/solar/module-yield.ts';
import type { PvYieldInput, PvYieldQuery } from '../../schemas/types.ts';
import { InvalidValueError, validator } from '../../schemas/validate.ts';
import { ApiError } from '../errors.ts';

const checkQuery = validator('pv-yield-query.schema.json');

const NAMES = ['lat', 'lng', 'tilt', 'azimuth', 'kwp', 'system_loss', 'shading'] as const;

/** A number as JSON writes it. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * The parameters of a lookup from a query string's values. Unknown parameters are ignored.
 * @throws ApiError invalid_parameter naming the first wrong field
 */
export function parseLookupQuery(query: Record<string, unknown>): PvYieldInput {
  const given: Record<string, unknown> = {};
  for (const name of NAMES) {
    if (query[name] !== undefined) given[name] = numberOrText(query[name]);
  }
  try {
    return normaliseInput(checkQuery(given));
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    throw new ApiError('invalid_parameter', error.message, error.field);
  }
}

/** A number that is written as one and finite; anything else as it came, for the schema to refuse. */
function numberOrText(value: unknown): unknown {
  if (typeof value !== 'string' || !NUMBER.test(value.trim())) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/** Rounds to what a lookup tells apart (angles 0.01°, places 1e-4°, about 10 m) and fills in the defaults. */
function normaliseInput(query: PvYieldQuery): PvYieldInput {
  const { lat, lng, tilt, azimuth, kwp, system_loss, shading } = query;
  const input = {
    lat: roundTo(lat, 4),
    lng: roundTo(lng, 4),
    tilt: roundTo(tilt, 2),
    azimuth: roundTo(azimuth, 2) % 360,
    system_loss: system_loss ?? DEFAULT_SYSTEM_LOSS,
    shading: shading ?? 1,
  };
  return kwp === undefined ? input : { ...input, kwp };
}

/** Rounds to a number of decimals; never gives -0. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor + 0;
}
