import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSimulationRequest, parseStrategiesRequest } from './request.ts';
import { answerSimulation, answerStrategies } from './simulate.ts';
import { comparisonCase, simulationCase } from './simulation-case.ts';
import { testPrices } from './test/prices.ts';
import { ownDataBody } from './test/requests.ts';

const DATASET = testPrices();
const SPOT = DATASET.header.attribution;
const LICENCE = 'Data licensed CC BY 4.0.';

function creditOf(changes: Record<string, unknown>): string {
  const request = parseSimulationRequest(ownDataBody(changes));
  return simulationCase(request, DATASET).attribution;
}

test("an answer from the caller's own data credits nobody else", () => {
  assert.equal(creditOf({}), `Computed from the caller's own data. ${LICENCE}`);
});

test('what took part is named, and nothing else', () => {
  const program = { capacity_kwh: 5, frequency_reserve: { program: 'varberg_flex_plus' } };
  const terms = { provider: 'A', terms: { basis: 'installed' } };
  for (const [changes, credit] of [
    [{ prices: undefined }, SPOT],
    [{ prices: { import_sek_per_kwh: 1 } }, SPOT],
    [{ consumption: undefined }, `Load modelled by dataset 9.8.7. ${LICENCE}`],
    [{ location: { lat: 59, lng: 15 } }, `Place by dataset 9.8.7 (Natural Earth). ${LICENCE}`],
    [{ battery: program }, `Battery program as Varberg Energi states it. ${LICENCE}`],
    [
      { battery: { capacity_kwh: 5, frequency_reserve: terms } },
      `Computed from the caller's own data. ${LICENCE}`,
    ],
    [
      { location: { lat: 59, lng: 15 }, consumption: undefined, prices: undefined },
      `Place by dataset 9.8.7 (Natural Earth). Load modelled by dataset 9.8.7. Places made up for tests. ${SPOT}`,
    ],
  ] as const) {
    assert.equal(creditOf(changes), credit);
  }
});

test('a request that needs no dataset has the same bytes with one and without', () => {
  const terms = { basis: 'reserved', reserved_power_share: 0.3, sek_per_kw_per_year: 500 };
  for (const battery of [
    undefined,
    { capacity_kwh: 8, strategy: 'combined' },
    { capacity_kwh: 8, frequency_reserve: { provider: 'A', terms } },
  ]) {
    const body = ownDataBody({ battery });
    const [with_, without] = [DATASET, null].map((prices) =>
      JSON.stringify(answerSimulation(simulationCase(parseSimulationRequest(body), prices))),
    );
    assert.equal(with_, without);
    const compare = { sizes_kwh: [5, 10], strategies: ['combined'] };
    const request = parseStrategiesRequest({ ...body, compare });
    const [beside, alone] = [DATASET, null].map((prices) =>
      JSON.stringify(answerStrategies(comparisonCase(request, prices))),
    );
    assert.equal(beside, alone);
  }
});
