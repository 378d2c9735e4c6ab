/** GET /api/v1/simulation/market, rule by rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { STRATEGIES } from '#engine/battery/battery.ts';
import { savedSek, simulateHouse } from '#engine/battery/simulate-house.ts';
import { houseLoad } from '#engine/house/house-load.ts';
import { plainPower } from '#engine/tariff/power-component.ts';
import { assertClose } from '../../../../pipeline/test/assert-close.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import { MONTH_DAYS } from '../../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { PriceArea, SimulationMarket } from '../../../../schemas/types.ts';
import { LIFTED_LIMITS } from '../../../http/guards/limits.ts';
import { refusal } from '../../../test/contract.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { resolveMarket } from '../resolve/market.ts';
import { repeatProfile } from '../series.ts';
import { caseOf, simulated } from '../test/answers.ts';
import {
  exportByHand,
  importByHand,
  testPrices,
  testSpot,
  testTemperature,
} from '../test/prices.ts';
import { noonProfile } from '../test/requests.ts';
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

test('prices are the spot price with the parts that stand beside them', async () => {
  for (const [area, zone] of ZONES.entries()) {
    const { prices, spot_sek_per_kwh, tariff } = await market(`zone=${zone}`);
    const taxOre = zone === 'SE1' ? 26.4 : 36;
    const { supplier_markup, grid_fee, energy_tax, vat, grid_benefit } = tariff;
    const parts = [supplier_markup, grid_fee, energy_tax, vat, grid_benefit];
    assert.deepEqual(
      parts.map(({ value }) => value),
      [8, 19.96, taxOre, 25, 5.2],
    );
    eachHour((month, hour) => {
      const spot = spot_sek_per_kwh[month][hour];
      assertClose(spot, testSpot(area, month, hour), 1e-12, `spot ${month} ${hour}`);
      const bought = importByHand(spot, { taxOre });
      assertClose(prices.import_sek_per_kwh[month][hour], bought, 1e-12, `import ${month} ${hour}`);
      assertClose(
        prices.export_sek_per_kwh[month][hour],
        exportByHand(spot),
        1e-12,
        `export ${month} ${hour}`,
      );
    });
  }
});

test('each part has its unit, source, date and trust', async () => {
  const { tariff, household } = await market(PLACE);
  const { valid_from, energy_tax_area, ...parts } = tariff;
  assert.equal(valid_from, '2026-01-01');
  const origin = { source: 'Made up for tests', as_of: '2026-01-01', trust: 'C' };
  const units = Object.entries(parts).map(([name, { value, unit, ...rest }]) => {
    assert.deepEqual(rest, origin, name);
    return [name, value, unit];
  });
  assert.deepEqual(units.toSorted(), [
    ['energy_tax', 26.4, 'öre/kWh'],
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
    kwh: fc.double({ min: 0, max: 12, noNaN: true }),
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

test('a price area alone prices a house there as its points without reduced tax are priced', async () => {
  const alone = await market('zone=SE4');
  const point = await market('lat=57&lng=15');
  assert.equal(point.model.zone, 'SE4');
  assert.deepEqual(alone.prices, point.prices);
  // The town that represents SE4 lies at 57° N, too.
  assert.deepEqual(alone.household, { ...point.household, temperatures_of: 'Sydås' });
  assert.equal(point.household.temperatures_of, 'the point');
});

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

test('the engine fed with the market’s tables, as a page has it, saves what the API says', async () => {
  const { prices, household, model } = await market(PLACE);
  const { record, temperature_c, yearly_kwh } = household;
  const use = { yearlyKwh: yearly_kwh, evKmPerDay: 0 };
  const battery = { capacity_kwh: 10, strategy: 'combined' };
  const body = {
    location: { lat: 61.5, lng: 17.25 },
    pv: { monthly_profile: noonProfile(3) },
    battery,
    prices: { peak_charge_sek_per_kw_month: 60 },
  };
  const asked = caseOf(body);
  const year = simulateHouse({
    house: {
      loadKwh: houseLoad(record, temperature_c, model.spot_year, use),
      pvKwh: repeatProfile(noonProfile(3).flat()),
    },
    prices: {
      importSekPerKwh: repeatProfile(prices.import_sek_per_kwh.flat()),
      exportSekPerKwh: repeatProfile(prices.export_sek_per_kwh.flat()),
      monthlyFeeSek: prices.monthly_fee_sek,
      power: plainPower(60),
    },
    battery: asked.battery,
    program: null,
  });
  const { yearly } = simulated(body);
  assertClose(savedSek(year.withoutSystem, year.withSystem), yearly.savings_sek, 0.02, 'savings');
  assertClose(year.battery.savingsSek, yearly.battery.savings_sek, 0.02, 'of the battery');
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

test('it tells the model, and the place of its temperatures', async () => {
  const { household } = await market(PLACE);
  assert.match(household.model, /^lively-house 1: synthetic/);
  assert.equal(household.temperatures_of, 'the point');
  assert.equal((await market('zone=SE1')).household.temperatures_of, 'Norrås');
});

test('half a point, none, wrong values and near misses are refused by name', async () => {
  for (const [query, field, message] of [
    ['', 'lat', /expected lat and lng, or zone alone/],
    ['lat=59', 'lng', /beside lat/],
    ['lng=16&zone=SE3', 'lat', /beside lng/],
    ['zone=se3', 'zone', /expected one of SE1, SE2, SE3, SE4/],
    ['zone=SE3&zone=SE4', 'zone', /given twice/],
    ['area=SE3', 'area', /expected "zone"/],
    ['price_area=SE3', 'price_area', /expected "zone"/],
    ['lat=59&lon=16', 'lon', /expected "lng"/],
    ['zone=SE3&resolutoin=hourly', 'resolutoin', /expected "resolution"/],
    ['zone=SE3&gridtarif=ellevio', 'gridtarif', /expected "grid_tariff"/],
  ] as const) {
    const found = refusal(await service.call(`${PATH}?${query}`), 422, 'invalid_parameter');
    assert.equal(found.field, field, query);
    assert.match(found.message, message);
  }
  await market('zone=SE3&tilt=40&colour=red&lang=sv&utm_source=mail');
});

test('a point outside is refused as in a lookup, with a given area too', async () => {
  for (const query of ['lat=50&lng=15', 'lat=50&lng=15&zone=SE3']) {
    const found = refusal(await service.call(`${PATH}?${query}`), 422, 'outside_coverage');
    assert.equal(found.field, undefined);
  }
  const swapped = await service.call(`${PATH}?lat=15&lng=60`);
  assert.match(refusal(swapped, 422, 'outside_coverage').message, /look swapped/);
});

test('arbitrary queries are answered or refused', async () => {
  const value = fc.oneof(
    fc.constantFrom('SE1', 'SE4', '59.5', '15', '', 'x', '1e999', '[object Object]'),
    fc.double().map(String),
    fc.string(),
  );
  const name = fc.constantFrom('lat', 'lng', 'zone', 'lat[]', 'Zone', '__proto__', 'constructor');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (pairs) => {
      const answer = await service.call(`${PATH}?${new URLSearchParams(pairs)}`);
      assert.ok([200, 422].includes(answer.status), answer.text);
    }),
    { numRuns: 300 },
  );
});

test('it has a tag of place and dataset, and 304 without a body', async () => {
  const tagOf = async (query: string) => (await service.call(`${PATH}?${query}`)).headers.etag;
  const tag = await tagOf(PLACE);
  assert.match(tag, /^W\//);
  assert.equal(await tagOf('lng=17.25&lat=61.50002&colour=red'), tag);
  const others = [`${PLACE}&zone=SE3`, 'zone=SE3', 'zone=SE4', 'lat=61.6&lng=17.25'];
  const tags = [tag, ...(await Promise.all(others.map(tagOf)))];
  assert.equal(new Set(tags).size, tags.length);
  const again = await service.call(`${PATH}?${PLACE}`, { headers: { 'if-none-match': tag } });
  assert.deepEqual([again.status, again.text], [304, '']);
  assert.equal(again.headers['cache-control'], 'public, max-age=86400');
  const prices = testPrices();
  prices.header.dataset_version = '9.8.8';
  const newer = await startTestService({ loaded: { ...testLoaded(), prices } });
  const changed = await newer.call(`${PATH}?${PLACE}`, { headers: { 'if-none-match': tag } });
  assert.equal(changed.status, 200);
});

test('it counts as a meta call, and a 304 as none', async () => {
  const limits = { ...LIFTED_LIMITS, meta: { withoutKey: 3, withKey: 3 } };
  const strict = await startTestService({
    loaded: { ...testLoaded(), prices: testPrices() },
    limits,
  });
  const first = await strict.call(`${PATH}?zone=SE3`);
  assert.match(first.headers.ratelimit, /^"meta-calls";r=2;/);
  const headers = { 'if-none-match': first.headers.etag };
  for (let i = 0; i < 4; i++) {
    assert.equal((await strict.call(`${PATH}?zone=SE3`, { headers })).status, 304);
  }
  assert.equal((await strict.call('/api/v1/pv-yield/meta')).status, 200);
  refusal(await strict.call(`${PATH}?zone=SE9`), 422, 'invalid_parameter');
  refusal(await strict.call(`${PATH}?zone=SE3`), 429, 'rate_limited');
  refusal(await strict.call('/api/v1/pv-yield/meta'), 429, 'rate_limited');
});

test('without prices it is 503, whatever the place', async () => {
  const bare = await startTestService();
  const answer = await bare.call(`${PATH}?zone=SE3`);
  refusal(answer, 503, 'prices_unavailable');
  assert.equal(answer.headers['retry-after'], '60');
  refusal(await bare.call(`${PATH}?zone=SE9`), 422, 'invalid_parameter');
  const head = await service.call(`${PATH}?zone=SE3`, { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [200, '']);
});

test('it is compressed when the client asks', async () => {
  const url = `${service.base}${PATH}?${PLACE}`;
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(response.headers.get('content-encoding'), 'gzip');
  const plain = await service.call(`${PATH}?${PLACE}`);
  assert.equal(await response.text(), plain.text);
  assert.ok(Number(plain.headers['content-length']) < 40_000);
});
