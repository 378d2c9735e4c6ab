/** Figures of a visitor's choice, computed from the test's data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerStrategies } from '#engine/simulation/compute.ts';
import { PROJECT } from '../../../../schemas/project.ts';
import { testPrices } from '../../../api/simulation/test/prices.ts';
import { testLoaded } from '../../../test/service.ts';
import { readEmbeds } from '../../server/embeds.ts';
import { computeLead } from './figures.ts';

const CATALOGUE = readEmbeds(`${PROJECT}fixtures/embeds.json`, {}).get('demo');
assert.ok(CATALOGUE);
const INPUTS = {
  lat: 59.13,
  lng: 15.29,
  faces: [{ tilt: 40.123, azimuth: 360, panel_count: 20 }],
  panel: 0,
  yearly_kwh: 15_000,
  ev_km_per_day: 0,
  chargers: 1,
  adults: 2,
  main_fuse_a: 20,
};

test('a proposal has the faces that the API answers: angles rounded, north as 0', async () => {
  const data = {
    loaded: { ...testLoaded(), prices: testPrices() },
    compareLead: async (houseCase: Parameters<typeof answerStrategies>[0]) =>
      answerStrategies(houseCase),
  };
  const { proposal } = await computeLead(data, CATALOGUE, {
    inputs: INPUTS,
    kind: 'solar',
    day: '2026-11-28',
  });
  assert.deepEqual(proposal.faces, [{ tilt: 40.12, azimuth: 0, kwp: 8.8 }]);
});
