import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPrices } from '../../../api/simulation/test/prices.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';

const { base } = await startTestService({ loaded: { ...testLoaded(), prices: testPrices() } });
const HOUSE = { location: { lat: 59.3, lng: 15.4 }, consumption: { yearly_kwh: 15_000 } };
const hours = (value: unknown) => Array(8760).fill(value);

async function post(path: string, more: object) {
  const body = JSON.stringify({ ...HOUSE, ...more });
  const response = await fetch(`${base}/api/v1/simulation${path}`, { method: 'POST', body });
  return { status: response.status, ...JSON.parse(await response.text()) };
}

const compare = { strategies: ['self_consumption'], sizes_kwh: [5] };
const ROUTES: [string, object][] = [
  ['', {}],
  ['/battery-strategies', { compare }],
];

test('hours in watts and prices in öre are refused by field, in each kind of answer', async () => {
  const [pv, consumption] = [{ hourly_kwh: hours(1200) }, { hourly_kwh: hours(1700) }];
  const sun = { hourly_kwh: hours(1) };
  const profile = { monthly_profile: Array(12).fill(Array(24).fill(1200)) };
  const prices = { import_sek_per_kwh: hours(90), export_sek_per_kwh: hours(1) };
  const exported = { import_sek_per_kwh: 1, export_sek_per_kwh: 40 };
  const impossible: [object, string, RegExp][] = [
    [{ pv }, 'pv.hourly_kwh', /10512000 kWh a year, expected at most 1000000/],
    [{ pv: profile }, 'pv.monthly_profile', /10512000 kWh/],
    [{ pv: sun, consumption }, 'consumption.hourly_kwh', /14892000 kWh.*W or Wh/],
    [{ pv: sun, prices }, 'prices.import_sek_per_kwh', /90\.00 SEK.*at most 10.*öre/],
    [{ pv: sun, prices: exported }, 'prices.export_sek_per_kwh', /40\.00 SEK/],
  ];
  for (const [path, more] of ROUTES) {
    for (const [body, field, message] of impossible) {
      const { status, error } = await post(path, { ...body, ...more });
      assert.deepEqual([status, error.code, error.field], [422, 'invalid_parameter', field]);
      assert.match(error.message, message);
    }
  }
});

test('what is unusual is noted, and a large house at five SEK is not', async () => {
  const unusual = {
    consumption: { hourly_kwh: hours(114) },
    pv: { hourly_kwh: hours(12) },
    prices: { import_sek_per_kwh: hours(9), export_sek_per_kwh: hours(1) },
  };
  for (const [path, more] of ROUTES) {
    assert.deepEqual((await post(path, { ...unusual, ...more })).notes, [
      'pv: the roof yields 105120 kWh a year. If the values are in W or Wh, divide them by 1000.',
      'consumption: the house uses 998640 kWh a year. If the values are in W or Wh, divide them by 1000.',
      'prices: an imported kWh costs 9.00 SEK in the mean of the year. If the prices are in öre, divide them by 100.',
    ]);
  }
  const large = await post('', {
    consumption: { hourly_kwh: hours(11) },
    pv: { hourly_kwh: hours(11) },
    prices: { import_sek_per_kwh: hours(5), export_sek_per_kwh: hours(1) },
  });
  assert.equal(large.status, 200);
  assert.ok(!('notes' in large));
});
