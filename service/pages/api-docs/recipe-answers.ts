/** The answers to the calls of /docs: computed by the API's code from what is loaded. */

import { lookup, market, series, simulation } from '#engine/answers.ts';
import { RequestError, unlessRefused } from '#engine/refusal.ts';
import type { LoadedData } from '#engine/yield/dataset.ts';
import { parseLookup } from '#engine/yield/parse.ts';
import { ANSWER_LINES, PRICE_FIELDS, ROOF_FIELDS } from './code-data.ts';
import {
  BATTERY,
  codeResolution,
  EAST_AND_WEST,
  SOUTH_ROOF,
  STOCKHOLM,
  VASTERAS,
} from './recipe-calls.ts';
import { trimAnswer } from './trim-answer.ts';

/** A tilt that no roof has, to show how the API rejects it. */
const WRONG_TILT = 95;

/** The answers. Null without the data, and where the dataset does not cover the place. */
export function recipeAnswers(data: LoadedData) {
  return {
    roof: unlessRefused(() => roofAnswer(data)),
    house: unlessRefused(() => houseAnswer(data)),
    prices: unlessRefused(() => pricesAnswer(data)),
    refusal: wrongTiltAnswer(),
  };
}

function roofAnswer(data: LoadedData): string {
  return trimAnswer(lookup(data, parseLookup(SOUTH_ROOF)), { fields: ROOF_FIELDS });
}

/** The answer to the code of a simulation's own page. Null without the data. */
export function simulationAnswer(data: LoadedData): string | null {
  return unlessRefused(() => trimAnswer(simulateHouse(data), { lines: ANSWER_LINES }));
}

/** Prints what the code of the house prints. */
function houseAnswer(data: LoadedData): string {
  const { yearly } = simulateHouse(data);
  const { produced_kwh, exported_kwh, savings_sek, battery } = yearly;
  const battery_sek = battery?.savings_sek;
  return JSON.stringify({ produced_kwh, exported_kwh, savings_sek, battery_sek }, null, 2);
}

function simulateHouse(data: LoadedData) {
  const { hourly_kwh } = series(data, { ...VASTERAS, faces: EAST_AND_WEST });
  return simulation(data, {
    location: VASTERAS,
    pv: { hourly_kwh },
    battery: BATTERY,
    prices: { resolution: codeResolution(data.prices) },
  });
}

function pricesAnswer(data: LoadedData): string {
  return trimAnswer(market(data, STOCKHOLM), { fields: PRICE_FIELDS });
}

function wrongTiltAnswer(): string {
  try {
    parseLookup({ ...SOUTH_ROOF, tilt: WRONG_TILT });
  } catch (error) {
    if (error instanceof RequestError) return JSON.stringify(error.body, null, 2);
    throw error;
  }
  throw new Error(`The API takes a tilt of ${WRONG_TILT}, expected that it does not.`);
}
