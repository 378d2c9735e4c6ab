/** The answers to the calls of /docs: computed by the API's code from what is loaded. */

import { marketBody } from '#engine/simulation/answer/market.ts';
import { answerSimulation } from '#engine/simulation/compute.ts';
import { parseSimulationRequest } from '#engine/simulation/parse/request.ts';
import { simulationCase } from '#engine/simulation/resolve/cases.ts';
import { checkMarket, resolveMarket } from '#engine/simulation/resolve/market.ts';
import { checkCovered, type LoadedData, type YieldDataset } from '#engine/yield/dataset.ts';
import { pvYieldJson } from '#engine/yield/response.ts';
import { seriesJson } from '#engine/yield/series.ts';
import { hoursUse, type PricesArtifact } from '../../../schemas/codec/prices-artifact.ts';
import { parseLookupQuery, parseSeries } from '../../api/yield/query.ts';
import { HttpError } from '../../http/http-error.ts';
import { ANSWER_LINES, PRICE_FIELDS, ROOF_FIELDS } from './code-data.ts';
import {
  BATTERY,
  EAST_AND_WEST,
  queryOf,
  SOUTH_ROOF,
  STOCKHOLM,
  VASTERAS,
} from './recipe-calls.ts';
import { trimAnswer } from './trim-answer.ts';

/** A tilt that no roof has, to show how the API rejects it. */
const WRONG_TILT = 95;

/** The answers. Null without the data, and where the dataset does not cover the place. */
export function recipeAnswers({ pvYield, prices }: LoadedData) {
  return {
    roof: pvYield && answered(() => roofAnswer(pvYield)),
    house: pvYield && prices && answered(() => houseAnswer(pvYield, prices)),
    prices: prices && answered(() => pricesAnswer(prices)),
    refusal: wrongTiltAnswer(),
  };
}

function answered(answer: () => string): string | null {
  try {
    return answer();
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

function roofAnswer(pvYield: YieldDataset): string {
  const input = parseLookupQuery(textsOf(SOUTH_ROOF));
  checkCovered(pvYield, input);
  return trimAnswer(JSON.parse(pvYieldJson(pvYield, input)), { fields: ROOF_FIELDS });
}

/** The answer to the code of a simulation's own page. Null without the data. */
export function simulationAnswer({ pvYield, prices }: LoadedData): string | null {
  if (!pvYield || !prices) return null;
  return answered(() => trimAnswer(simulateHouse(pvYield, prices, {}), { lines: ANSWER_LINES }));
}

/** Prints what the code of the house prints. */
function houseAnswer(pvYield: YieldDataset, prices: PricesArtifact): string {
  const hours = hoursUse(prices) === 'none' ? {} : { prices: { resolution: 'hourly' } };
  const { yearly } = simulateHouse(pvYield, prices, hours);
  const { produced_kwh, exported_kwh, savings_sek, battery } = yearly;
  const battery_sek = battery?.savings_sek;
  return JSON.stringify({ produced_kwh, exported_kwh, savings_sek, battery_sek }, null, 2);
}

function simulateHouse(pvYield: YieldDataset, prices: PricesArtifact, more: object) {
  const input = parseSeries({ ...VASTERAS, faces: EAST_AND_WEST });
  checkCovered(pvYield, input);
  const { hourly_kwh } = JSON.parse(seriesJson(pvYield, prices, input));
  const request = parseSimulationRequest({
    location: VASTERAS,
    pv: { hourly_kwh },
    battery: BATTERY,
    ...more,
  });
  return answerSimulation(simulationCase(request, prices));
}

function pricesAnswer(prices: PricesArtifact): string {
  checkMarket(prices, STOCKHOLM);
  return trimAnswer(marketBody(resolveMarket(prices, STOCKHOLM)), { fields: PRICE_FIELDS });
}

function wrongTiltAnswer(): string {
  try {
    parseLookupQuery(textsOf({ ...SOUTH_ROOF, tilt: WRONG_TILT }));
  } catch (error) {
    if (error instanceof HttpError) return JSON.stringify(error.body, null, 2);
    throw error;
  }
  throw new Error(`The API takes a tilt of ${WRONG_TILT}, expected that it does not.`);
}

/** The parameters of a lookup as they come in its query. */
function textsOf(roof: typeof SOUTH_ROOF): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(queryOf(roof)));
}
