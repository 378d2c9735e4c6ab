/** GET /api/v1/simulation/market, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertClose } from '../../../../pipeline/test/assert-close.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import { MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import { evenly } from '../../../../schemas/test/evenly.ts';
import type { PriceArea, SimulationMarket } from '../../../../schemas/types.ts';
import { caseOf, simulated } from '../../../api/simulation/test/answers.ts';
import { testPrices, testSpot, testTemperature } from '../../../api/simulation/test/prices.ts';
import { noonProfile } from '../../../api/simulation/test/requests.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { STRATEGIES } from '../../battery/strategies.ts';
import { houseLoad } from '../../house/house-load.ts';
import { resolveMarket } from '../resolve/market.ts';
import { marketBody } from './market.ts';

const PATH = '/api/v1/simulation/market';
const PLACE = 'lat=61.5&lng=17.25';
const ZONES: readonly PriceArea[] = ['SE1', 'SE2', 'SE3', 'SE4'];
const checkMarket = validator('api/simulation-market.schema.json');

const service = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });

async function market(query: string): Promise<SimulationMarket> {
  const answer = await service.call(`${PATH}?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return checkMarket(JSON.parse(answer.text));
}

/** Every month and clock hour. */
function eachHour(check: (month: number, hour: number) => void): void {
  for (let month = 0; month < 12; month++) for (let hour = 0; hour < 24; hour++) check(month, hour);
}

test('each part has its unit, source, date and trust, next to the spot price', async () => {
  const { tariff, household, spot_sek_per_kwh } = await market(PLACE);
  eachHour((month, hour) => {
    const spot = spot_sek_per_kwh[month][hour];
    assertClose(spot, testSpot(ZONES.indexOf('SE3'), month, hour), 1e-12, `${month} ${hour}`);
  });
  const { valid_from, energy_tax_area, ...parts } = tariff;
  assert.equal(valid_from, '2026-01-01');
  const origin = { source: 'Made up for tests', as_of: '2026-01-01', trust: 'C' };
  const units = Object.entries(parts).map(([name, { value, unit, ...rest }]) => {
    assert.deepEqual(rest, origin, name);
    return [name, value, unit];
  });
  assert.deepEqual(units.toSorted(), [
    ['energy_tax', 26.4, 'öre/kWh'],
    ['export_fee', 0, 'öre/kWh'],
    ['grid_benefit', 5.2, 'öre/kWh'],
    ['grid_fee', 19.96, 'öre/kWh'],
    ['monthly_fee', 0, 'SEK/month'],
    ['power_charge', 0, 'SEK/kW/month'],
    ['supplier_markup', 8, 'öre/kWh'],
    ['vat', 25, '%'],
  ]);
  assert.equal(energy_tax_area.municipality, 'Mellanås kommun');
  assert.deepEqual(household.ev, {
    kwh_per_km: { value: 0.19, unit: 'kWh/km', ...origin },
    charging_hours: [2, 3, 1, 4, 0, 5, 23, 22],
  });
});

test('the deduction has its shares, cap and turnkey share, with sources', async () => {
  const { deduction } = await market(PLACE);
  const { paid_from, ...parts } = deduction;
  assert.equal(paid_from, '2025-07-01');
  assert.deepEqual(
    Object.entries(parts).map(([name, { value, unit }]) => [name, value, unit]),
    [
      ['solar_cells', 15, '%'],
      ['storage', 50, '%'],
      ['charging_point', 50, '%'],
      ['turnkey_share', 97, '%'],
      ['cap', 50_000, 'SEK/person/year'],
    ],
  );
  for (const { source, as_of } of Object.values(parts)) assert.ok(source && as_of);
});

test('the point gives area and tax; a given area wins, and the tax stays the point’s', async () => {
  const point = await market(PLACE);
  assert.deepEqual(point.input, { lat: 61.5, lng: 17.25 });
  assert.deepEqual([point.model.zone, point.model.zone_source], ['SE3', 'point']);
  const both = await market(`${PLACE}&zone=SE4`);
  assert.deepEqual(both.input, { lat: 61.5, lng: 17.25, zone: 'SE4' });
  assert.deepEqual([both.model.zone, both.model.zone_source], ['SE4', 'request']);
  assert.deepEqual(both.tariff, point.tariff);
  assert.match(both.attribution, /^Place by dataset 9\.8\.7/);
  const alone = await market('zone=SE4');
  assert.deepEqual(alone.input, { zone: 'SE4' });
  assert.deepEqual([alone.model.zone, alone.model.zone_source], ['SE4', 'request']);
  assert.match(alone.tariff.energy_tax_area.why, /No location is given/);
  assert.deepEqual(alone.spot_sek_per_kwh, both.spot_sek_per_kwh);
  assert.doesNotMatch(alone.attribution, /Place/);
  const { spot_year, spot_source, spot_profile_refreshed_at } = alone.model;
  assert.deepEqual(
    [spot_year, spot_source, spot_profile_refreshed_at],
    [2025, 'Made-up spot prices', '2026-01-02T00:00:00Z'],
  );
});

test('its input sent back is the same answer', async () => {
  for (const query of [PLACE, 'zone=SE2', `${PLACE}&zone=SE4`, 'lat=61.500049&lng=17.25']) {
    const { input, ...rest } = await market(query);
    const texts = Object.entries(input).map(([name, value]) => `${name}=${value}`);
    assert.deepEqual(await market(texts.join('&')), { ...rest, input });
  }
});

/** A dataset whose tariff has all there can be. */
function withFees(): PricesArtifact {
  const dataset = testPrices();
  for (const record of dataset.header.tariffs.records) {
    record.monthly_fee.value = 49.37;
    record.power_charge.value = 21.13;
  }
  return dataset;
}

test('a simulation with the prices of the answer has the year of the preset, to the last digit', () => {
  const house = fc.record({
    zone: fc.option(fc.constantFrom(...ZONES), { nil: undefined }),
    lat: fc.double({ min: 55, max: 68.9, noNaN: true }),
    strategy: fc.constantFrom(...STRATEGIES),
    yearly: fc.integer({ min: 0, max: 60_000 }),
    kwh: evenly(0, 12),
    fees: fc.boolean(),
  });
  fc.assert(
    fc.property(house, ({ zone, lat, strategy, yearly, kwh, fees }) => {
      const dataset = fees ? withFees() : testPrices();
      const place = { lat: Math.round(lat * 1e4) / 1e4, lng: 15, ...(zone ? { zone } : {}) };
      const body = {
        location: place,
        consumption: { yearly_kwh: yearly, ev_km_per_day: 20 },
        pv: { monthly_profile: noonProfile(kwh) },
        battery: { capacity_kwh: 10, strategy },
      };
      const preset = yearOf(body, dataset);
      const own = yearOf(
        { ...body, prices: marketBody(resolveMarket(dataset, place)).prices },
        dataset,
      );
      assert.deepEqual(own, preset);
      assert.ok(yearly + kwh === 0 || preset.yearly.cost_without_system_sek > 0);
    }),
    { numRuns: 30 },
  );
});

function yearOf(body: object, dataset: PricesArtifact) {
  const { yearly, monthly } = simulated(body, dataset);
  return { yearly, monthly };
}

test('the load is the simulation’s at its default, and the sum of its uses', async () => {
  const { household } = await market(PLACE);
  const { load_kw, uses, yearly_kwh } = household;
  const body = { pv: { monthly_profile: noonProfile(0) }, location: { lat: 61.5, lng: 17.25 } };
  const { monthly } = yearOf(body, testPrices());
  const months = load_kw.map((day, m) => MONTH_DAYS[m] * day.reduce((sum, kw) => sum + kw, 0));
  for (const [m, kwh] of months.entries())
    assertClose(kwh, monthly.consumed_kwh[m], 0.006, `month ${m}`);
  assertClose(
    months.reduce((sum, kwh) => sum + kwh, 0),
    yearly_kwh,
    0.01,
    'year',
  );
  assert.deepEqual(
    uses.map(({ use, kwh, up_to_kwh }) => [use, kwh, up_to_kwh]),
    [
      ['household', 5000, 5000],
      ['hot_water', 3000, 3000],
      ['space_heat', 7000, null],
    ],
  );
  eachHour((month, hour) => {
    const sum = uses.reduce((kw, use) => kw + use.load_kw[month][hour], 0);
    assertClose(sum, load_kw[month][hour], 2e-6, `${month} ${hour}`);
  });
});

test('its record and temperatures give the load of any yearly use, to the last digit', async () => {
  const { household, model } = await market('lat=64&lng=15');
  const { record, temperature_c } = household;
  assert.deepEqual(
    temperature_c,
    MONTH_DAYS.map((_, month) => testTemperature(64, month)),
  );
  for (const yearlyKwh of [0, 3000, 5000, 7500, 15_000, 40_000]) {
    for (const evKmPerDay of [0, 40]) {
      const { house } = caseOf({
        pv: { monthly_profile: noonProfile(0) },
        location: { lat: 64, lng: 15 },
        consumption: { yearly_kwh: yearlyKwh, ev_km_per_day: evKmPerDay },
      });
      const use = { yearlyKwh, evKmPerDay };
      assert.deepEqual(houseLoad(record, temperature_c, model.spot_year, use), house.loadKwh);
    }
  }
});
