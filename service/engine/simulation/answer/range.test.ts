/** A range as a worker answers it, on the test datasets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../../../../schemas/checks/validate.ts';
import type { SimulationRange } from '../../../../schemas/types.ts';
import { simulated } from '../../../api/simulation/test/answers.ts';
import { testPrices } from '../../../api/simulation/test/prices.ts';
import { testArtifact } from '../../../test/artifact.ts';
import { yieldDataset } from '../../yield/dataset.ts';
import { answerRange } from '../compute.ts';
import { parseRangeRequest } from '../parse/request.ts';
import { resolveRange } from '../resolve/cases.ts';

const DATA = { prices: testPrices(), pvYield: yieldDataset(testArtifact()) };
const PV = { monthly_profile: Array.from({ length: 12 }, () => Array(24).fill(0.5)) };
const HOUSE = { pv: PV, battery: { capacity_kwh: 10, strategy: 'combined' } };
const ECONOMY = { cost_sek: 100_000, service_sek_per_year: 300 };

const check = validator('api/simulation-range-response.schema.json');

function ranged(body: unknown): SimulationRange {
  return check(answerRange(structuredClone(resolveRange(parseRangeRequest(body), DATA))));
}

test('the middle is what the simulation of the body saves', () => {
  const { yearly } = simulated(HOUSE);
  assert.deepEqual(ranged(HOUSE).middle, {
    savings_sek: yearly.savings_sek,
    battery_savings_sek: yearly.battery.savings_sek,
  });
});

test('without an economy there is no payback, and without a battery no saving of one', () => {
  const { payback, battery_savings_sek } = ranged({ pv: PV });
  assert.equal(payback, undefined);
  assert.deepEqual(battery_savings_sek, { p90: 0, p50: 0, p10: 0 });
});

test('the better the years, the more is saved and the sooner it is paid', () => {
  const { savings_sek, payback } = ranged({ ...HOUSE, economy: ECONOMY });
  assert.ok(savings_sek.p90 < savings_sek.p50 && savings_sek.p50 < savings_sek.p10);
  assert.ok(payback);
  const { p90, p50, p10 } = payback.net_present_sek;
  assert.ok(p90 < p50 && p50 < p10);
});

test('a house with fixed prices has no spread of them, and its level moves about the market’s mean', () => {
  const prices = { import_sek_per_kwh: 1.5, export_sek_per_kwh: 0.5 };
  const { drivers } = ranged({ ...HOUSE, prices });
  const of = (name: string) => drivers.find(({ driver }) => driver === name);
  assert.deepEqual(of('price_spread')?.savings_sek.low, of('price_spread')?.savings_sek.high);
  const level = of('price_level');
  assert.ok(level && level.savings_sek.low < level.savings_sek.high);
});

test('a load of no kWh, or of one’s own, has its share of heat', () => {
  const load = (kwh: number) => ({ consumption: { hourly_kwh: Array(8760).fill(kwh) } });
  const pctOf = (body: object) =>
    ranged({ ...HOUSE, ...body }).drivers.find(({ driver }) => driver === 'load')?.high_pct;
  assert.equal(pctOf(load(0)), 0);
  assert.equal(pctOf(load(15_000 / 8760)), pctOf({ consumption: { yearly_kwh: 15_000 } }));
});
