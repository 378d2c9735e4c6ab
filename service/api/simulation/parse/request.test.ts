import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HttpError } from '../../../http/http-error.ts';
import { constantYear, noonProfile, ownDataBody } from '../test/requests.ts';
import { parseSimulationRequest, parseStrategiesRequest } from './request.ts';

function refusal(body: unknown, parse: (body: unknown) => unknown = parseSimulationRequest) {
  try {
    parse(body);
  } catch (error) {
    assert.ok(error instanceof HttpError, String(error));
    return error;
  }
  assert.fail('the body was accepted');
}

function assertRefused(body: unknown, field: string | undefined, message: RegExp): void {
  const error = refusal(body);
  assert.equal(error.code, 'invalid_parameter');
  assert.equal(error.field, field);
  assert.match(error.message, message);
}

const PV = { pv: { monthly_profile: noonProfile(2) } };

test('a body with pv alone is a whole request', () => {
  const request = parseSimulationRequest(PV);
  assert.equal(request.location, null);
  assert.deepEqual(request.consumption, { yearly_kwh: 15000, ev_km_per_day: 0 });
  assert.equal(request.battery, null);
  assert.deepEqual(request.prices, { preset: 'se_spot' });
});

test('JSON that is no object is an invalid parameter without a field', () => {
  for (const body of [[], 'pv', 5, null, true]) assertRefused(body, undefined, /JSON object/);
});

test('an unknown field of the body is refused and named', () => {
  assertRefused({ ...PV, batery: {} }, 'batery', /"batery" is not a known field/);
});

test('compare belongs to battery-strategies only', () => {
  assertRefused({ ...PV, compare: {} }, 'compare', /not a known field/);
  assert.ok(parseStrategiesRequest({ ...PV, compare: {} }));
});

test('an unknown field of each section is refused with its path', () => {
  for (const [section, given] of [
    ['location', { lat: 59, lng: 15 }],
    ['consumption', {}],
    ['pv', PV.pv],
    ['battery', { capacity_kwh: 5 }],
    ['prices', {}],
  ] as const) {
    const body = { ...PV, [section]: { ...given, colour: 1 } };
    assertRefused(body, `${section}.colour`, /not a known field/);
  }
  assert.equal(
    refusal({ ...PV, compare: { colour: 1 } }, parseStrategiesRequest).field,
    'compare.colour',
  );
});

test('a section must be an object', () => {
  for (const section of ['location', 'consumption', 'pv', 'battery', 'prices']) {
    assertRefused({ ...PV, [section]: 'x' }, section, /expected an object/);
    assertRefused({ ...PV, [section]: null }, section, /expected an object/);
  }
  assertRefused({ ...PV, location: 'x' }, 'location', /an object like \{"lat": ..., "lng": ...\}/);
  assert.equal(refusal({ ...PV, compare: null }, parseStrategiesRequest).field, 'compare');
});

test('location: lat and lng are required, a zone alone is refused', () => {
  assertRefused({ ...PV, location: { zone: 'SE3' } }, 'location.lat', /missing/);
  assertRefused({ ...PV, location: { lat: 59 } }, 'location.lng', /missing/);
});

test('location: lat and lng are bounded by the globe and rounded to 4 decimals', () => {
  const { location } = parseSimulationRequest({ ...PV, location: { lat: 59.123456, lng: 18 } });
  assert.deepEqual(location, { lat: 59.1235, lng: 18 });
  assertRefused({ ...PV, location: { lat: 91, lng: 18 } }, 'location.lat', /from -90 to 90/);
  assertRefused({ ...PV, location: { lat: 59, lng: -181 } }, 'location.lng', /from -180 to 180/);
  assertRefused({ ...PV, location: { lat: '59', lng: 18 } }, 'location.lat', /expected a number/);
});

test('location.zone is one of the four price areas', () => {
  const location = { lat: 59, lng: 18, zone: 'SE5' };
  assertRefused({ ...PV, location }, 'location.zone', /one of SE1, SE2, SE3, SE4/);
});

test('consumption.yearly_kwh lies in 0..1e6', () => {
  for (const yearly_kwh of [-1, 1_000_001, '5', null]) {
    assertRefused({ ...PV, consumption: { yearly_kwh } }, 'consumption.yearly_kwh', /0 to 1000000/);
  }
  const { consumption } = parseSimulationRequest({ ...PV, consumption: { yearly_kwh: 0 } });
  assert.deepEqual(consumption, { yearly_kwh: 0, ev_km_per_day: 0 });
});

test('consumption.ev_km_per_day is a whole number in 0..300', () => {
  for (const ev_km_per_day of [-1, 301, 12.5]) {
    assertRefused({ ...PV, consumption: { ev_km_per_day } }, 'consumption.ev_km_per_day', /is/);
  }
  const { consumption } = parseSimulationRequest({ ...PV, consumption: { ev_km_per_day: 300 } });
  assert.deepEqual(consumption, { yearly_kwh: 15000, ev_km_per_day: 300 });
});

test('consumption.hourly_kwh is the whole load, given in the place of the model', () => {
  const { consumption } = parseSimulationRequest(ownDataBody());
  assert.ok('hourly_kwh' in consumption);
  assert.equal(consumption.hourly_kwh.length, 8760);
  assert.ok(consumption.hourly_kwh.every((kwh) => kwh === 1));
});

test('a battery of one run has half its capacity as power; one that compare sizes has what is given', () => {
  const powerOf = (
    parse: typeof parseSimulationRequest | typeof parseStrategiesRequest,
    battery: object,
  ) => parse({ ...PV, battery }).battery?.power_kw;
  assert.equal(powerOf(parseSimulationRequest, { capacity_kwh: 8 }), 4);
  assert.equal(powerOf(parseSimulationRequest, { capacity_kwh: 8, power_kw: 11 }), 11);
  assert.equal(powerOf(parseSimulationRequest, { capacity_kwh: 0 }), undefined);
  assert.equal(powerOf(parseStrategiesRequest, { capacity_kwh: 8 }), undefined);
  assert.equal(powerOf(parseStrategiesRequest, { capacity_kwh: 5, power_kw: 3 }), 3);
  assert.equal(parseStrategiesRequest(PV).battery.round_trip_efficiency, 0.9);
});

test('the checked body is new: what was sent stays as it was', () => {
  const body = { ...PV, consumption: {}, battery: { capacity_kwh: 5 }, prices: {}, compare: {} };
  const sent = structuredClone(body);
  parseStrategiesRequest(body);
  assert.deepEqual(body, sent);
});

test('consumption.hourly_kwh excludes yearly_kwh and ev_km_per_day', () => {
  for (const other of [{ yearly_kwh: 5000 }, { ev_km_per_day: 0 }]) {
    const consumption = { hourly_kwh: constantYear(1), ...other };
    assertRefused({ ...PV, consumption }, 'consumption.hourly_kwh', /together with/);
  }
});

test('pv has exactly one of hourly_kwh and monthly_profile', () => {
  assertRefused({ pv: {} }, 'pv', /neither/);
  const both = { hourly_kwh: constantYear(1), monthly_profile: noonProfile(1) };
  assertRefused({ pv: both }, 'pv', /both/);
});

test('pv.faces is not supported, whatever else pv holds', () => {
  for (const pv of [
    { faces: [] },
    { faces: null },
    { faces: [{ tilt: 30 }], hourly_kwh: [1] },
    { faces: 'x', colour: 1 },
  ]) {
    const error = refusal({ pv });
    assert.deepEqual([error.code, error.status, error.field], ['not_supported', 422, 'pv.faces']);
  }
});

const SERIES = [
  ['pv.hourly_kwh', (values: unknown) => ({ pv: { hourly_kwh: values } })],
  ['consumption.hourly_kwh', (values: unknown) => ({ ...PV, consumption: { hourly_kwh: values } })],
] as const;

test('hourly arrays of kWh have exactly 8760 values', () => {
  for (const [field, bodyOf] of SERIES) {
    for (const values of [[], constantYear(1).slice(1), [...constantYear(1), 1]]) {
      assertRefused(
        bodyOf(values),
        field,
        new RegExp(`has ${values.length} values, expected 8760`),
      );
    }
    assertRefused(bodyOf(5), field, /is 5, expected an array/);
  }
});

test('the hours of a leap year and quarters of an hour are told how to become 8760 hours', () => {
  const february29 = (31 + 28) * 24;
  const price = [
    'prices.import_sek_per_kwh',
    (given: unknown) => ({ ...PV, prices: { import_sek_per_kwh: given } }),
  ] as const;
  for (const [field, bodyOf] of [...SERIES, price]) {
    const valuesOf = (length: number) => Array.from({ length }, () => 1);
    const leap = new RegExp(
      `has 8784 values, expected 8760.* leap year: leave out the 24 hours of 29 February \\(${february29} to ${february29 + 23}, `,
    );
    assertRefused(bodyOf(valuesOf(8784)), field, leap);
    assertRefused(
      bodyOf(valuesOf(35_040)),
      field,
      /has 35040 values, .* four quarters: the sum of kWh/,
    );
    assertRefused(
      bodyOf(valuesOf(35_136)),
      field,
      /quarters of a leap year: .* and leave out the 24 hours/,
    );
    assertRefused(bodyOf(valuesOf(8761)), field, /has 8761 values, expected 8760[^.]*\.$/);
  }
});

test('each hourly value is a number in 0..1e4, and a wrong one is named by its index', () => {
  for (const [field, bodyOf] of SERIES) {
    for (const wrong of [-0.001, 10_000.1, '1', null, true, [1], {}, Number.POSITIVE_INFINITY]) {
      const body = bodyOf(
        constantYear(1)
          .with(17, wrong as number)
          .with(18, -1),
      );
      assertRefused(body, `${field}[17]`, /expected a number from 0 to 10000/);
    }
    for (const right of [0, 10_000]) assert.ok(parseSimulationRequest(bodyOf(constantYear(right))));
  }
});

test('pv.monthly_profile has 12 rows of 24 values in 0..1e4', () => {
  const profile = noonProfile(1);
  const bodyOf = (monthly_profile: unknown) => ({ pv: { monthly_profile } });
  assertRefused(
    bodyOf(profile.slice(1)),
    'pv.monthly_profile',
    /has 11 values, expected 12 arrays/,
  );
  const short = profile.with(3, profile[3].slice(1));
  assertRefused(bodyOf(short), 'pv.monthly_profile[3]', /has 23 values, expected 24/);
  const wrong = profile.with(3, profile[3].with(5, -1));
  assertRefused(bodyOf(wrong), 'pv.monthly_profile[3][5]', /is -1, expected a number from 0/);
  assertRefused(bodyOf({}), 'pv.monthly_profile', /is an object, expected 12 arrays/);
  assertRefused(bodyOf(profile.with(0, 7 as never)), 'pv.monthly_profile[0]', /is 7/);
});

test('prices.preset is se_spot', () => {
  assert.ok(parseSimulationRequest({ ...PV, prices: { preset: 'se_spot' } }));
  assertRefused({ ...PV, prices: { preset: 'fixed' } }, 'prices.preset', /one of se_spot/);
});

test('prices.monthly_fee_sek and the power charge lie in 0..1e5', () => {
  for (const name of ['monthly_fee_sek', 'peak_charge_sek_per_kw_month']) {
    for (const value of [-1, 100_001, 'x']) {
      assertRefused({ ...PV, prices: { [name]: value } }, `prices.${name}`, /0 to 100000/);
    }
  }
  const prices = { monthly_fee_sek: 49, peak_charge_sek_per_kw_month: 81.25 };
  const parsed = parseSimulationRequest({ ...PV, prices }).prices;
  assert.deepEqual([parsed.monthly_fee_sek, parsed.peak_charge_sek_per_kw_month], [49, 81.25]);
});

test('a price is a number, 12 x 24 or 8760 values in -100..100; negative ones are legal', () => {
  for (const side of ['import_sek_per_kwh', 'export_sek_per_kwh']) {
    const bodyOf = (price: unknown) => ({ ...PV, prices: { [side]: price } });
    const field = `prices.${side}`;
    for (const price of [-100, 100, noonProfile(-0.5), constantYear(-0.5)]) {
      assert.ok(parseSimulationRequest(bodyOf(price)));
    }
    assertRefused(bodyOf(101), field, /is 101, expected a number from -100 to 100/);
    assertRefused(bodyOf('1'), field, /is "1"/);
    assertRefused(bodyOf(null), field, /is null/);
    assertRefused(bodyOf([]), field, /has 0 values, expected 8760/);
    assertRefused(bodyOf([1]), field, /has 1 value, expected 8760/);
    assertRefused(
      bodyOf([1, 2, 3]),
      field,
      /has 3 values, expected 8760 \(one for each Swedish clock hour\), or 12 arrays of 24/,
    );
    assertRefused(bodyOf(noonProfile(1).slice(2)), field, /has 10 values, expected 12 arrays/);
    assertRefused(bodyOf(constantYear(1).with(9, -101)), `${field}[9]`, /is -101/);
    const profile = noonProfile(1).with(2, constantYear(1).slice(0, 24).with(7, 1e9));
    assertRefused(bodyOf(profile), `${field}[2][7]`, /is 1000000000/);
  }
});

test('of several faults the first in the order of the tables is told', () => {
  const inOrder = [
    ['location', { lat: 99, lng: 18 }, 'location.lat'],
    ['consumption', { yearly_kwh: -1 }, 'consumption.yearly_kwh'],
    ['pv', { hourly_kwh: constantYear(1).with(17, -1) }, 'pv.hourly_kwh[17]'],
    ['battery', { capacity_kwh: -1 }, 'battery.capacity_kwh'],
    ['prices', { import_sek_per_kwh: 101 }, 'prices.import_sek_per_kwh'],
    ['colour', 1, 'colour'],
  ] as const;
  for (let first = 0; first < inOrder.length; first++) {
    const faults = Object.fromEntries(inOrder.slice(first).toReversed());
    assert.equal(refusal({ ...PV, ...faults }).field, inOrder[first][2]);
  }
  assert.equal(refusal({ battery: { capacity_kwh: -1 } }).field, 'pv');
});

test('within a section too, long arrays included', () => {
  const prices = {
    colour: 1,
    monthly_fee_sek: -1,
    export_sek_per_kwh: 101,
    import_sek_per_kwh: constantYear(1).with(3, 101),
  };
  const faults = [];
  for (const name of Object.keys(prices).toReversed() as (keyof typeof prices)[]) {
    faults.push(refusal({ ...PV, prices }).field);
    delete (prices as Partial<typeof prices>)[name];
  }
  assert.deepEqual(faults, [
    'prices.import_sek_per_kwh[3]',
    'prices.export_sek_per_kwh',
    'prices.monthly_fee_sek',
    'prices.colour',
  ]);
});

test('of a million wrong values the array is told, not each', () => {
  const many = Array.from({ length: 1_000_000 }, () => 'x');
  const compare = { sizes_kwh: many };
  const { field, message } = refusal({ ...PV, compare }, parseStrategiesRequest);
  assert.equal(field, 'compare');
  assert.match(message, /asks for 4000000 cells/);
  assertRefused(
    { ...PV, prices: { import_sek_per_kwh: many } },
    'prices.import_sek_per_kwh',
    /has 1000000 values/,
  );
  const priority = { ...PV, battery: { capacity_kwh: 5, priority: many } };
  assertRefused(priority, 'battery.priority', /has 1000000 values, expected at most 100/);
});

test('deeply nested values are refused like any other', () => {
  const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  assertRefused(
    { pv: { hourly_kwh: constantYear(1).with(0, deep) } },
    'pv.hourly_kwh[0]',
    /an array/,
  );
});
