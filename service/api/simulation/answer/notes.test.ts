import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { testPrices } from '../test/prices.ts';

const { base } = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });
const HOUSE = { location: { lat: 59.3, lng: 15.4 }, consumption: { yearly_kwh: 15_000 } };
const hours = (value: unknown) => Array(8760).fill(value);

async function post(path: string, more: object) {
  const body = JSON.stringify({ ...HOUSE, ...more });
  const response = await fetch(`${base}/api/v1/simulation${path}`, { method: 'POST', body });
  return { status: response.status, ...JSON.parse(await response.text()) };
}

test('hours in watts and prices in öre are noted, in each kind of answer', async () => {
  const watts = { pv: { hourly_kwh: hours(1200) } };
  const note =
    'pv: the roof yields 10512000 kWh a year. If the values are in W or Wh, divide them by 1000.';
  const compare = { strategies: ['combined'], sizes_kwh: [5] };
  assert.deepEqual((await post('', watts)).notes, [note]);
  assert.deepEqual((await post('/battery-strategies', { ...watts, compare })).notes, [note]);
  const ore = {
    consumption: { hourly_kwh: hours(1700) },
    pv: { hourly_kwh: hours(1) },
    prices: { import_sek_per_kwh: hours(90), export_sek_per_kwh: hours(40) },
  };
  assert.deepEqual((await post('', ore)).notes, [
    'consumption: the house uses 14892000 kWh a year. If the values are in W or Wh, divide them by 1000.',
    'prices: an imported kWh costs 90.00 SEK in the mean of the year. If the prices are in öre, divide them by 100.',
  ]);
});

test('a house of a million kWh at ten SEK has no notes', async () => {
  const usual = await post('', { pv: { hourly_kwh: hours(1) } });
  assert.equal(usual.status, 200);
  assert.ok(!('notes' in usual));
  const large = await post('', {
    consumption: { hourly_kwh: hours(114) },
    pv: { hourly_kwh: hours(114) },
    prices: { import_sek_per_kwh: hours(10), export_sek_per_kwh: hours(1) },
  });
  assert.ok(!('notes' in large));
});

test('numbers sent as texts are refused by the first of them', async () => {
  const { status, error } = await post('', { pv: { hourly_kwh: hours('1.2') } });
  assert.equal(status, 422);
  assert.equal(error.field, 'pv.hourly_kwh[0]');
  assert.match(error.message, /"pv\.hourly_kwh\[0\]" is "1\.2", expected a number/);
});
