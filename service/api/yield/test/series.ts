/** Calls for a roof's series, for tests. */
import assert from 'node:assert/strict';
import { validator } from '../../../../schemas/checks/validate.ts';
import type { PvYieldSeries } from '../../../../schemas/types.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { testPrices } from '../../simulation/test/prices.ts';

export const PATH = '/api/v1/pv-yield/series';
export const PLACE = { lat: 59.13, lng: 15.29 };
/** PVGIS' own example of a horizon: 0 in the north, 10 in the northeast, 40 in the south. */
export const HILLS = [0, 10, 20, 30, 40, 15, 25, 5];

const checkSeries = validator('api/pv-yield-series.schema.json');

export const service = await startTestService({
  loaded: { ...testLoaded(), prices: testPrices() },
});

export const post = (body: unknown, headers = {}) =>
  service.call(PATH, { method: 'POST', body: JSON.stringify(body), headers });

/** The answer to a body, held against the contract. */
export async function series(body: unknown): Promise<PvYieldSeries> {
  const answer = await post(body);
  assert.equal(answer.status, 200, answer.text.slice(0, 300));
  return checkSeries(JSON.parse(answer.text));
}
