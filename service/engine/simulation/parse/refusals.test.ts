/** Every fault that a body may have, with the field that is named and the words. */
import assert from 'node:assert/strict';
import querystring from 'node:querystring';
import { test } from 'node:test';
import { WRONG_TARIFFS, wrongTariff } from '../../../../schemas/test/wrong-grid-tariffs.ts';
import { parseMarketQuery, parseTariffsQuery } from '../../../api/simulation/parse/queries.ts';
import { constantYear, noonProfile } from '../../../api/simulation/test/requests.ts';
import { RequestError } from '../../refusal.ts';
import { parseRangeRequest, parseSimulationRequest, parseStrategiesRequest } from './request.ts';

type Parse = (given: unknown) => unknown;

function refusal(body: unknown, parse: Parse = parseSimulationRequest): RequestError {
  try {
    parse(body);
  } catch (error) {
    assert.ok(error instanceof RequestError, String(error));
    return error;
  }
  assert.fail(`accepted: ${JSON.stringify(body).slice(0, 200)}`);
}

type Fault = [value: unknown, field: string, message: RegExp];

/** Holds the faults of a section: each value replaces the section. */
function refuses(section: string, faults: readonly Fault[], parse: Parse = parseSimulationRequest) {
  test(`${section}: ${faults.length} faults are refused, each by its field`, () => {
    for (const [value, field, message] of faults) {
      const error = refusal({ ...PV, [section]: value }, parse);
      const found = [error.code, error.field];
      assert.deepEqual(found, ['invalid_parameter', field], error.message);
      assert.match(error.message, message);
    }
  });
}

/** One fault for each of several values of a field. */
function each(values: readonly unknown[], fault: (value: unknown) => Fault): Fault[] {
  return values.map(fault);
}

const PV = { pv: { monthly_profile: noonProfile(2) } };
const UNKNOWN = /is not a known field/;
const OBJECT = /expected an object/;

test('JSON that is no object has no field', () => {
  for (const body of [[], 'pv', 5, null, true]) {
    const { code, field, message } = refusal(body);
    assert.deepEqual([code, field], ['invalid_parameter', undefined]);
    assert.match(message, /expected an object like \{"pv": ...\}/);
  }
});

refuses('batery', [[{}, 'batery', /"batery" is not a known field/]]);
refuses('compare', [[{}, 'compare', UNKNOWN]]);
refuses(
  'colour',
  [[1, 'colour', /expected location, consumption, pv, battery, prices, grid, economy\.$/]],
  parseRangeRequest,
);

refuses('location', [
  ['x', 'location', /expected an object like \{"lat": ..., "lng": ...\}/],
  [null, 'location', OBJECT],
  [{ lat: 59, lng: 15, colour: 1 }, 'location.colour', UNKNOWN],
  [{ zone: 'SE3' }, 'location.lat', /missing/],
  [{ lat: 59 }, 'location.lng', /missing/],
  [{ lat: 91, lng: 18 }, 'location.lat', /from -90 to 90/],
  [{ lat: 59, lng: -181 }, 'location.lng', /from -180 to 180/],
  [{ lat: '59', lng: 18 }, 'location.lat', /expected a number/],
  [{ lat: 59, lng: 18, zone: 'SE5' }, 'location.zone', /one of SE1, SE2, SE3, SE4/],
]);

refuses('consumption', [
  ['x', 'consumption', OBJECT],
  [null, 'consumption', OBJECT],
  [{ colour: 1 }, 'consumption.colour', UNKNOWN],
  ...each([-1, 1_000_001, '5', null], (yearly_kwh) => [
    { yearly_kwh },
    'consumption.yearly_kwh',
    /0 to 1000000/,
  ]),
  ...each([-1, 301, 12.5], (ev_km_per_day) => [
    { ev_km_per_day },
    'consumption.ev_km_per_day',
    /expected an integer/,
  ]),
  ...each(['yearly_kwh', 'ev_km_per_day'], (other) => [
    { hourly_kwh: constantYear(1), [String(other)]: 10 },
    `consumption.${other}`,
    /is given together with hourly_kwh, expected one of the two/,
  ]),
]);

const profile = noonProfile(1);
refuses('pv', [
  ['x', 'pv', OBJECT],
  [null, 'pv', OBJECT],
  [undefined, 'pv', /is missing/],
  [{ ...PV.pv, colour: 1 }, 'pv.colour', UNKNOWN],
  [{}, 'pv', /neither/],
  [{ hourly_kwh: constantYear(1), monthly_profile: profile }, 'pv', /both/],
  [
    { monthly_profile: profile.slice(1) },
    'pv.monthly_profile',
    /has 11 items, expected exactly 12/,
  ],
  [
    { monthly_profile: profile.with(3, profile[3].slice(1)) },
    'pv.monthly_profile[3]',
    /has 23 items, expected exactly 24/,
  ],
  [
    { monthly_profile: profile.with(3, profile[3].with(5, -1)) },
    'pv.monthly_profile[3][5]',
    /is -1, expected a number from 0/,
  ],
  [{ monthly_profile: {} }, 'pv.monthly_profile', /is an object, expected an array/],
  [{ monthly_profile: profile.with(0, 7 as never) }, 'pv.monthly_profile[0]', /is 7/],
]);

test('pv.faces is not supported, whatever else pv holds', () => {
  for (const pv of [
    { faces: [] },
    { faces: null },
    { faces: [{ tilt: 30 }], hourly_kwh: [1] },
    { faces: 'x', colour: 1 },
  ]) {
    const error = refusal({ pv });
    assert.deepEqual([error.code, error.field], ['not_supported', 'pv.faces']);
  }
});

const at = 'battery.frequency_reserve';
const TERMS = { basis: 'reserved' };
const battery = (fields: object) => ({ capacity_kwh: 5, ...fields });
const program = (fields: unknown, field: string, message = /./): Fault => [
  battery({ frequency_reserve: fields }),
  field,
  message,
];
const outside = (name: string, values: readonly unknown[]) =>
  each(values, (value) => [battery({ [name]: value }), `battery.${name}`, /expected a number/]);
const termOutside = (name: string, values: readonly number[]) =>
  values.map((value) =>
    program(
      { provider: 'A', terms: { ...TERMS, [name]: value } },
      `${at}.terms.${name}`,
      /expected a number/,
    ),
  );

refuses('battery', [
  ['x', 'battery', OBJECT],
  [null, 'battery', OBJECT],
  [battery({ colour: 1 }), 'battery.colour', UNKNOWN],
  ...outside('capacity_kwh', [-0.1, 1000.1, '5', null]),
  ...outside('power_kw', [0, -1, 1000.1, null]),
  ...outside('soc_min', [-0.1, 1.1]),
  ...outside('soc_max', [-0.1, 1.1]),
  ...outside('round_trip_efficiency', [0, 0.009, 1.01]),
  ...outside('peak_target_kw', [-1, 10_001, 'x']),
  ...outside('arbitrage_min_spread_sek_per_kwh', [-0.1, 100.1]),
  [battery({ strategy: 'greedy' }), 'battery.strategy', /one of self_cons/],
  [battery({ soc_min: 0.5, soc_max: 0.5 }), 'battery.soc_min', /below soc_max/],
  [
    battery({ reserve_share: 1 }),
    'battery.reserve_share',
    /is 1, which leaves no room up to soc_max/,
  ],
  [
    battery({ soc_max: 0.5, reserve_share: [...Array(11).fill(0), 0.6] }),
    'battery.reserve_share',
    /is 0.6/,
  ],
  [battery({ soc_min: 1 }), 'battery.soc_min', /soc_min is 1 and soc_max 1/],
  [battery({ soc_max: 0.1 }), 'battery.soc_max', /soc_min is 0.1/],
  [battery({ priority: ['combined'] }), 'battery.priority[0]', /one of peak/],
  [battery({ priority: [] }), 'battery.priority', /0 items, expected 1 to 3/],
  [battery({ priority: ['arbitrage', 'arbitrage'] }), 'battery.priority', /"arbitrage" twice/],
  [battery({ priority: 'arbitrage' }), 'battery.priority', /array/],
  program({ program: 'x' }, `${at}.program`, /varberg_flex/),
  program({ program: 'varberg_flex_plus', terms: TERMS }, `${at}.terms`, UNKNOWN),
  program({}, `${at}.program`),
  program({ provider: 'A' }, `${at}.terms`),
  program({ terms: TERMS }, `${at}.provider`),
  program({ provider: 'A', terms: {} }, `${at}.terms.basis`),
  program({ provider: 'A', terms: { basis: 'whole' } }, `${at}.terms.basis`),
  program({ provider: 5, terms: TERMS }, `${at}.provider`),
  program({ provider: 'A', terms: TERMS, as_of: 'March' }, `${at}.as_of`),
  program({ provider: 'A', terms: TERMS, source_url: 1 }, `${at}.source_url`),
  program({ provider: 'A', terms: { ...TERMS, colour: 1 } }, `${at}.terms.colour`),
  program(5, at),
  ...['javascript:alert(1)', 'ftp://a.example/b', 'https:///b', 'https://a b', ''].map((page) =>
    program(
      { provider: 'A', terms: TERMS, source_url: page },
      `${at}.source_url`,
      /expected: Address of .*, http or https\.$/,
    ),
  ),
  ...termOutside('reserved_capacity_share', [-0.1, 1.1]),
  ...termOutside('reserved_power_share', [-0.1, 1.1]),
  ...termOutside('fixed_sek_per_month', [-1, 100_001]),
  ...termOutside('sek_per_kwh_capacity_per_year', [-1, 100_001]),
  ...termOutside('sek_per_kw_per_year', [-1, 100_001]),
]);

const SIDES = ['import_sek_per_kwh', 'export_sek_per_kwh'];
refuses('prices', [
  ['x', 'prices', OBJECT],
  [null, 'prices', OBJECT],
  [{ colour: 1 }, 'prices.colour', UNKNOWN],
  [{ preset: 'fixed' }, 'prices.preset', /one of se_spot/],
  ...each(['quarterly', 'Hourly', '', 1, {}, [], true, null], (resolution) => [
    { resolution },
    'prices.resolution',
    /expected one of month_x_hour, hourly/,
  ]),
  ...['monthly_fee_sek', 'peak_charge_sek_per_kw_month'].flatMap((name) =>
    each([-1, 100_001, 'x'], (value) => [{ [name]: value }, `prices.${name}`, /0 to 100000/]),
  ),
  ...SIDES.flatMap((side): Fault[] => {
    const field = `prices.${side}`;
    const day = noonProfile(1)[0].with(7, 1e9);
    return [
      [{ [side]: 101 }, field, /is 101, expected a number from -100 to 100/],
      [{ [side]: '1' }, field, /is "1"/],
      [{ [side]: null }, field, /is null/],
      [{ [side]: [] }, field, /has 0 items, expected exactly 12 or 8760/],
      [{ [side]: [1] }, field, /has 1 item, expected exactly 12 or 8760/],
      [{ [side]: profile.slice(2) }, field, /has 10 items, expected exactly 12 or 8760/],
      [{ [side]: constantYear(1).with(9, -101) }, `${field}[9]`, /is -101/],
      [{ [side]: profile.with(2, day) }, `${field}[2][7]`, /is 1000000000/],
    ];
  }),
]);

const OWN_PRICES = { import_sek_per_kwh: 1.5, export_sek_per_kwh: 0.5 };
const listed = (fields: object) => ({ ...OWN_PRICES, grid_tariff: 'nacka-2025', ...fields });
refuses('prices', [
  [
    listed({ peak_charge_sek_per_kw_month: 0 }),
    'prices.peak_charge_sek_per_kw_month',
    /is given together with grid_tariff/,
  ],
  [listed({ fuse_a: 35 }), 'prices.fuse_a', /is 35/],
  [
    { export_sek_per_kwh: 0.5, export_fee_sek_per_kwh: 0 },
    'prices.export_fee_sek_per_kwh',
    /is given together with export_sek_per_kwh/,
  ],
  ...each([null, 7, true, []], (grid_tariff) => [
    listed({ grid_tariff }),
    'prices.grid_tariff',
    /expected/,
  ]),
  // A custom list need not state its clock and fees. A wrong one is refused all the same.
  ...WRONG_TARIFFS.map(
    ([way, value, field]): Fault => [
      listed({ grid_tariff: wrongTariff(way, value) }),
      `prices.grid_tariff.${field}`,
      /./,
    ],
  ),
]);

refuses(
  'detail',
  ['daily', 'none', '', null, 1].map((detail) => [detail, 'detail', /typical_days, hourly/]),
);
refuses('detail', [['hourly', 'detail', UNKNOWN]], parseStrategiesRequest);
refuses('detail', [['hourly', 'detail', UNKNOWN]], parseRangeRequest);

refuses(
  'economy',
  [
    [{}, 'economy.cost_sek', /is missing/],
    [null, 'economy', OBJECT],
    [{ cost_sek: -1 }, 'economy.cost_sek', /is -1, expected a number from 0/],
    [
      { cost_sek: 1, lifetime_years: 12.5 },
      'economy.lifetime_years',
      /is 12\.5, expected an integer/,
    ],
    [{ cost_sek: 1, colour: 2 }, 'economy.colour', UNKNOWN],
  ],
  parseRangeRequest,
);

const sizes = (count: number) => Array.from({ length: count }, (_, i) => i);
const cost = (costs: object, sizes_kwh = [0, 5]) => ({ sizes_kwh, cost_sek_by_size: costs });
refuses(
  'compare',
  [
    [null, 'compare', /./],
    [{ colour: 1 }, 'compare.colour', UNKNOWN],
    [{ strategies: ['greedy'] }, 'compare.strategies[0]', /one of self_consumption/],
    [
      { strategies: ['combined', 'combined'] },
      'compare.strategies',
      /"combined" twice, at \[0\] and \[1\]/,
    ],
    [{ sizes_kwh: [5, -1] }, 'compare.sizes_kwh[1]', /from 0 to 1000/],
    [{ sizes_kwh: [1000.1] }, 'compare.sizes_kwh[0]', /from 0 to 1000/],
    [{ sizes_kwh: ['5'] }, 'compare.sizes_kwh[0]', /expected a number/],
    [{ sizes_kwh: [5, 5] }, 'compare.sizes_kwh', /has 5 twice, at \[0\] and \[1\]/],
    [{ strategies: ['combined'], sizes_kwh: sizes(26) }, 'compare.sizes_kwh', /26 items/],
    [{ sizes_kwh: sizes(7) }, 'compare', /28 cells \(7 sizes x 4 strategies\)/],
    [{ sizes_kwh: [] }, 'compare.sizes_kwh', /has 0 items, expected 1 to 25/],
    [{ strategies: [] }, 'compare.strategies', /has 0 items, expected 1 or more/],
    [cost({ '7': 1 }), 'compare.cost_sek_by_size.7', /no size of this comparison/],
    ...['', ' 5', '0x5', 'five', '-5'].map(
      (key): Fault => [
        cost({ [key]: 1 }),
        `compare.cost_sek_by_size.${key}`,
        /not a key that fits, expected: One of the sizes, as a number like 7\.5\.$/,
      ],
    ),
    [
      cost({ '5': 1, '5.0': 2 }, [5]),
      'compare.cost_sek_by_size.5.0',
      /a size that has a cost already/,
    ],
    ...each([-1, '1', null, 100_000_001], (sek) => [
      cost({ '5': sek }),
      'compare.cost_sek_by_size.5',
      /expected a number from 0/,
    ]),
  ],
  parseStrategiesRequest,
);

test('half a point, none, wrong values and near misses of a query are refused by name', () => {
  const read = (text: string) => querystring.parse(text);
  for (const [query, field, message] of [
    ['', 'lat', /expected lat and lng, or zone alone/],
    ['lat=59', 'lng', /beside lat/],
    ['lng=16&zone=SE3', 'lat', /beside lng/],
    ['zone=se3', 'zone', /expected one of SE1, SE2, SE3, SE4/],
    ['zone=SE3&zone=SE4', 'zone', /given twice/],
    ['area=SE3', 'area', /expected "zone"/],
    ['price_area=SE3', 'price_area', /expected "zone"/],
    ['lat=59&lon=16', 'lon', /expected "lng"/],
    ['zone=SE3&resolution=quarterly', 'resolution', /expected one of/],
    ['zone=SE3&resolution=', 'resolution', /expected one of/],
    ['zone=SE3&resolutoin=hourly', 'resolutoin', /expected "resolution"/],
    ['zone=SE3&gridtarif=ellevio', 'gridtarif', /expected "grid_tariff"/],
  ] as const) {
    const error = refusal(read(query), parseMarketQuery as Parse);
    assert.equal(error.field, field, query);
    assert.match(error.message, message);
  }
  const harmless = read('zone=SE3&tilt=40&colour=red&lang=sv&utm_source=mail');
  assert.deepEqual(parseMarketQuery(harmless), { zone: 'SE3' });
  for (const [query, field] of [
    ['valid_on=May', 'valid_on'],
    ['valid_on=2026-02-30', 'valid_on'],
    ['all=yes', 'all'],
    ['company=', 'company'],
    ['validOn=2026-01-01', 'validOn'],
    ['companies=ellevio', 'companies'],
    ['compani=ellevio', 'compani'],
    ['valid_to=2026-01-01', 'valid_to'],
  ])
    assert.equal(refusal(read(query), parseTariffsQuery as Parse).field, field);
});

const SERIES = [
  ['pv.hourly_kwh', (values: unknown) => ({ pv: { hourly_kwh: values } })],
  ['consumption.hourly_kwh', (values: unknown) => ({ ...PV, consumption: { hourly_kwh: values } })],
] as const;

function assertRefused(body: unknown, field: string, message: RegExp): void {
  const error = refusal(body);
  assert.equal(error.field, field);
  assert.match(error.message, message);
}

test('hourly arrays of kWh have exactly 8760 values', () => {
  for (const [field, bodyOf] of SERIES) {
    for (const values of [[], constantYear(1).slice(1), [...constantYear(1), 1]]) {
      const message = new RegExp(`has ${values.length} items?, expected exactly 8760`);
      assertRefused(bodyOf(values), field, message);
    }
    assertRefused(bodyOf(5), field, /is 5, expected an array/);
  }
});

test('for the hours of a leap year and for quarters the message has how to make 8760 hours', () => {
  const price = [
    'prices.import_sek_per_kwh',
    (given: unknown) => ({ ...PV, prices: { import_sek_per_kwh: given } }),
  ] as const;
  for (const [field, bodyOf] of [...SERIES, price]) {
    for (const [length, message] of [
      [
        8784,
        /expected exactly .*8760.* leap year: leave out the 24 hours of 29 February \(1416 to 1439, /,
      ],
      [35_040, /has 35040 items, .* four quarters: the sum of kWh/],
      [35_136, /quarters of a leap year: .* and leave out the 24 hours/],
      [8761, /has 8761 items, expected exactly [^.]*8760\.$/],
    ] as const) {
      assertRefused(bodyOf(Array.from({ length }, () => 1)), field, message);
    }
  }
});

test('each hourly value is a number in 0..1e4, and a wrong one is named by its index', () => {
  for (const [field, bodyOf] of SERIES) {
    for (const wrong of [-0.001, 10_000.1, '1', null, true, [1], {}, Number.POSITIVE_INFINITY]) {
      const year = constantYear(1).with(17, wrong as number);
      assertRefused(bodyOf(year.with(18, -1)), `${field}[17]`, /expected a number from 0 to 10000/);
    }
    for (const right of [0, 10_000]) assert.ok(parseSimulationRequest(bodyOf(constantYear(right))));
  }
});

test('of several faults the first in the order of the tables is named', () => {
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

test('of a million wrong values the array is named, not each', () => {
  const many = Array.from({ length: 1_000_000 }, () => 'x');
  const { field, message } = refusal(
    { ...PV, compare: { sizes_kwh: many } },
    parseStrategiesRequest,
  );
  assert.equal(field, 'compare.sizes_kwh');
  assert.match(message, /has 1000000 items, expected 1 to 25/);
  const price = { ...PV, prices: { import_sek_per_kwh: many } };
  assertRefused(price, 'prices.import_sek_per_kwh', /has 1000000 items/);
  const priority = { ...PV, battery: battery({ priority: many }) };
  assertRefused(priority, 'battery.priority', /has 1000000 items, expected 1 to 3/);
});

test('deeply nested values are refused like any other', () => {
  const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  const body = { pv: { hourly_kwh: constantYear(1).with(0, deep) } };
  assertRefused(body, 'pv.hourly_kwh[0]', /an array/);
});
