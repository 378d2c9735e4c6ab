/** `prices.resolution` and `resolution` of the market, rule by rule: prices by the hour. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../../pipeline/test/assert-close.ts';
import { HOURS } from '../../../../schemas/codec/axes.ts';
import type { PricesArtifact } from '../../../../schemas/codec/prices-artifact.ts';
import type { SimulationMarket, SimulationResponse } from '../../../../schemas/types.ts';
import { simulated } from '../../../api/simulation/test/answers.ts';
import {
  exportByHand,
  importByHand,
  testPrices,
  testPricesWithHours,
} from '../../../api/simulation/test/prices.ts';
import { noonProfile, ownDataBody, twoPeakPrices } from '../../../api/simulation/test/requests.ts';
import { refusal } from '../../../test/contract.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { generatedSpot } from '../../battery/test/houses.ts';
import { monthHourMeans } from '../series.ts';

const PATH = '/api/v1/simulation';
const MARKET = `${PATH}/market`;
/** With the full energy tax. */
const PLACE = { lat: 58, lng: 15, zone: 'SE3' };

/** Hours of four years that no two days of are alike, some below 0, and the profile that is their means. */
function variablePrices(republish = true): PricesArtifact {
  const prices = testPricesWithHours(republish);
  for (let area = 0; area < 4; area++) {
    const hours = Float32Array.from(generatedSpot(area + 1));
    prices.spot_hours?.set(hours, area * HOURS);
    prices.spot_profile.set(monthHourMeans(Float64Array.from(hours)), area * 288);
  }
  return prices;
}

const VARIABLE = variablePrices();
const service = await startTestService({ loaded: { ...testLoaded(), prices: VARIABLE } });
const closed = await startTestService({
  loaded: { ...testLoaded(), prices: variablePrices(false) },
});
const without = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });

const post = (body: object, at = service, path = PATH) =>
  at.call(path, { method: 'POST', body: JSON.stringify(body) });

async function answerOf(body: object, path = PATH): Promise<SimulationResponse> {
  const answer = await post(body, service, path);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text);
}

async function marketHours(query = 'lat=58&lng=15&zone=SE3') {
  const answer = await service.call(`${MARKET}?${query}&resolution=hourly`);
  assert.equal(answer.status, 200, answer.text);
  const market: SimulationMarket = JSON.parse(answer.text);
  assert.ok(market.hours);
  return { ...market, hours: market.hours };
}

/** The preset's hours by hand. */
function priceByHand(spot: readonly number[]) {
  return {
    import_sek_per_kwh: spot.map((sek) => importByHand(sek)),
    export_sek_per_kwh: spot.map(exportByHand),
  };
}

test('the market lists spot, import and export price of each hour, and the tables are their means', async () => {
  const { hours, prices, spot_sek_per_kwh, input } = await marketHours();
  assert.deepEqual(input, { ...PLACE, resolution: 'hourly' });
  const year = generatedSpot(3);
  for (let t = 0; t < HOURS; t++)
    assertClose(hours.spot_sek_per_kwh[t], year[t], 1e-6, `spot ${t}`);
  for (const [table, series] of [
    [spot_sek_per_kwh, hours.spot_sek_per_kwh],
    [prices.import_sek_per_kwh, hours.import_sek_per_kwh],
    [prices.export_sek_per_kwh, hours.export_sek_per_kwh],
  ] as const) {
    const means = monthHourMeans(Float64Array.from(series));
    table.flat().forEach((sek, at) => {
      assertClose(sek, means[at], 2e-6, `mean ${at}`);
    });
  }
});

test('the preset’s hours are those that a caller reads and posts, to the last digit', async () => {
  const { import_sek_per_kwh, export_sek_per_kwh, spot_sek_per_kwh } = (await marketHours()).hours;
  const own = { import_sek_per_kwh, export_sek_per_kwh };
  for (const changes of [
    { battery: { capacity_kwh: 10, strategy: 'combined' } },
    { battery: { capacity_kwh: 10, strategy: 'arbitrage' }, detail: 'typical_days' },
    { battery: { capacity_kwh: 10, strategy: 'combined' }, detail: 'hourly' },
  ]) {
    const body = { location: PLACE, pv: { monthly_profile: noonProfile(4) }, ...changes };
    const preset = await answerOf({ ...body, prices: { resolution: 'hourly' } });
    const posted = await answerOf({ ...body, prices: { resolution: 'hourly', ...own } });
    const { yearly, monthly, typical_days, hourly } = posted;
    const byHand = { resolution: 'hourly', ...priceByHand(spot_sek_per_kwh) };
    const computed = await answerOf({ ...body, prices: byHand });
    assert.deepEqual(computed.yearly, yearly);
    assert.deepEqual(computed.monthly, monthly);
    assert.deepEqual(preset.yearly, yearly);
    assert.deepEqual(preset.monthly, monthly);
    assert.deepEqual(preset.typical_days, typical_days);
    assert.deepEqual(preset.hourly, hourly);
    assert.equal(preset.model.prices, 'hourly');
    assert.equal(posted.model.prices, 'hourly');
    assert.equal(preset.model.prices_note, undefined);
    assert.equal(posted.model.prices_note, undefined);
    assert.deepEqual(preset.input.prices, {
      preset: 'se_spot',
      resolution: 'hourly',
      monthly_fee_sek: 0,
      peak_charge_sek_per_kw_month: 0,
    });
    const byMonth = await answerOf(body);
    assert.equal(byMonth.model.prices, 'month_x_hour_profile');
    assert.ok(preset.yearly.battery.savings_sek > byMonth.yearly.battery.savings_sek);
  }
});

test('a comparison takes hours, too, and its cells are not those of their means', async () => {
  const { hours } = await marketHours();
  const house = { location: PLACE, pv: { monthly_profile: noonProfile(4) } };
  const compare = { sizes_kwh: [5, 10], strategies: ['self_consumption', 'combined'] };
  const body = { ...house, compare };
  const path = `${PATH}/battery-strategies`;
  const read = async (prices: object) =>
    JSON.parse((await post({ ...body, prices }, service, path)).text);
  const preset = await read({ resolution: 'hourly' });
  const posted = await read({ resolution: 'hourly', ...priceByHand(hours.spot_sek_per_kwh) });
  const byMonth = await read({});
  assert.deepEqual(preset.matrix, posted.matrix);
  assert.deepEqual(preset.best, posted.best);
  assert.equal(preset.model.prices, 'hourly');
  assert.equal(preset.input.prices.resolution, 'hourly');
  preset.matrix.forEach((cell: { battery_savings_sek: number }, i: number) => {
    assert.ok(cell.battery_savings_sek !== byMonth.matrix[i].battery_savings_sek);
  });
});

test('8760 values of the caller are used as they are, one by one', () => {
  const import_sek_per_kwh = Array.from({ length: HOURS }, (_, t) => (100 + (t % 97)) / 100);
  const body = ownDataBody({
    pv: { monthly_profile: noonProfile(0) },
    prices: { resolution: 'hourly', import_sek_per_kwh, export_sek_per_kwh: 0.4 },
    detail: 'hourly',
  });
  const { hourly, yearly, model, input } = simulated(body);
  assert.deepEqual(hourly?.import_price_sek_per_kwh, import_sek_per_kwh);
  // A load of 1 kWh in each hour.
  const byHand = import_sek_per_kwh.reduce((sum, sek) => sum + sek, 0);
  assertClose(yearly.cost_without_system_sek, byHand, 0.006, 'cost');
  assert.equal(model.prices, 'hourly');
  assert.equal(input.prices.resolution, 'hourly');
  const averaged = simulated({
    ...body,
    prices: { ...(body.prices as object), resolution: 'month_x_hour' },
  });
  assert.match(averaged.model.prices_note ?? '', /^The 8760 import prices were averaged/);
  assert.notDeepEqual(averaged.hourly?.import_price_sek_per_kwh, import_sek_per_kwh);
});

test('a table and a number stay what they are; model.prices names the finest side', () => {
  const table = twoPeakPrices(0.8, 1.4, 2.6);
  const year = Array.from({ length: HOURS }, (_, t) => t / HOURS);
  for (const [own, form] of [
    [{ import_sek_per_kwh: 1, export_sek_per_kwh: 0.5 }, 'flat'],
    [{ import_sek_per_kwh: table, export_sek_per_kwh: 0.5 }, 'month_x_hour_profile'],
    [{ import_sek_per_kwh: table, export_sek_per_kwh: year }, 'hourly'],
    [{ import_sek_per_kwh: table }, 'hourly'],
    [{ export_sek_per_kwh: 1 }, 'hourly'],
  ] as const) {
    const battery = { capacity_kwh: 5, strategy: 'combined' };
    const body = ownDataBody({ prices: own, battery });
    const byMonth = simulated(body, VARIABLE);
    const byHour = simulated({ ...body, prices: { ...own, resolution: 'hourly' } }, VARIABLE);
    assert.equal(byHour.model.prices, form);
    assert.equal(byMonth.model.prices, form === 'flat' ? form : 'month_x_hour_profile');
    if (form !== 'hourly') assert.deepEqual(byHour.yearly, byMonth.yearly);
    else assert.notDeepEqual(byHour.yearly, byMonth.yearly);
  }
});

test('left out, or said by its name, month_x_hour is what it was, with hours in the dataset or not', async () => {
  const plain = variablePrices();
  delete plain.header.spot.hours;
  delete plain.spot_hours;
  for (const changes of [{}, { battery: { capacity_kwh: 8, strategy: 'combined' } }]) {
    const body = { location: PLACE, pv: { monthly_profile: noonProfile(3) }, ...changes };
    const stated = { ...body, prices: { resolution: 'month_x_hour' } };
    const text = JSON.stringify(simulated(body, plain));
    assert.doesNotMatch(text, /resolution/);
    assert.equal((await post(body)).text, text);
    assert.equal((await post(stated)).text, text);
  }
  const market = await service.call(`${MARKET}?zone=SE3`);
  const named = await service.call(`${MARKET}?zone=SE3&resolution=month_x_hour`);
  assert.equal(named.text, market.text);
  assert.equal(named.headers.etag, market.headers.etag);
  assert.equal(JSON.parse(market.text).hours, undefined);
});

test('without hours in the dataset it is refused by name, where the preset prices a side', async () => {
  const house = { location: PLACE, pv: { monthly_profile: noonProfile(3) } };
  const year = Array.from({ length: HOURS }, () => 1);
  for (const own of [{}, { import_sek_per_kwh: year }, { export_sek_per_kwh: 0.5 }]) {
    for (const path of [PATH, `${PATH}/battery-strategies`]) {
      const body = { ...house, prices: { ...own, resolution: 'hourly' } };
      const { field, message } = refusal(await post(body, without, path), 422, 'not_supported');
      assert.equal(field, 'prices.resolution');
      assert.match(message, /^"prices\.resolution" is hourly, but the dataset has only the means/);
    }
  }
  const own = { import_sek_per_kwh: year, export_sek_per_kwh: year, resolution: 'hourly' };
  assert.equal((await post({ ...house, prices: own }, without)).status, 200);
  const { field } = refusal(
    await without.call(`${MARKET}?zone=SE3&resolution=hourly`),
    422,
    'not_supported',
  );
  assert.equal(field, 'resolution');
});

test('hours that may not be listed count in simulations, and are in no answer', async () => {
  const body = {
    location: PLACE,
    pv: { monthly_profile: noonProfile(3) },
    battery: { capacity_kwh: 10, strategy: 'combined' },
    prices: { resolution: 'hourly' },
  };
  const listed = await answerOf(body);
  assert.equal((await post(body, closed)).text, JSON.stringify(listed));
  assert.equal((await post({ ...body, detail: 'typical_days' }, closed)).status, 200);
  for (const own of [{}, { import_sek_per_kwh: 1 }, { export_sek_per_kwh: 1 }]) {
    const requested = { ...body, prices: { ...own, resolution: 'hourly' }, detail: 'hourly' };
    const { field, message } = refusal(await post(requested, closed), 422, 'not_supported');
    assert.equal(field, 'detail');
    assert.match(message, /do not allow to list their hours/);
  }
  const ownBoth = { resolution: 'hourly', import_sek_per_kwh: 1, export_sek_per_kwh: 1 };
  for (const prices of [{}, ownBoth]) {
    assert.equal((await post({ ...body, prices, detail: 'hourly' }, closed)).status, 200);
  }
  const query = `${MARKET}?zone=SE3&resolution=hourly`;
  const { headers } = await service.call(query);
  for (const tag of [{}, { 'if-none-match': headers.etag }]) {
    const refused = await closed.call(query, { headers: tag });
    const { field, message } = refusal(refused, 422, 'not_supported');
    assert.equal(field, 'resolution');
    assert.match(message, /Simulations compute with them\.$/);
  }
});
