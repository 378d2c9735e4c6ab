/** States of public links, for tests. */
import fc from 'fast-check';
import type { SignedState } from '../../../schemas/types.ts';

/** Two faces in Västerås with three batteries and a charging point. */
export const STATE: SignedState = {
  v: 1,
  exp: 1_800_000_000,
  brand: 'solfirman',
  ref: 'k3Jx0-9Q',
  lat: 59.61,
  lng: 16.55,
  place: 'Västerås',
  faces: [
    { tilt: 27, azimuth: 100, kwp: 5 },
    { tilt: 27, azimuth: 280, kwp: 5 },
  ],
  use: { yearly_kwh: 15000, ev_km_per_day: 40 },
  system: 'battery',
  costs: { solar_sek: 150_000, charging_points: { count: 1, sek: 15_000 } },
  batteries: [
    { kwh: 10, sek: 75_000, saving_sek: 2779 },
    { kwh: 5, sek: 45_000, saving_sek: 1600 },
    { kwh: 15, sek: 105_000, saving_sek: 3400 },
  ],
  deduction: { paid_on: '2026-12-01', adults: 2 },
  dataset: '0.1.1',
  result: {
    monthly_kwh: [98, 258, 622, 903, 1124, 1130, 1117, 900, 601, 318, 124, 66],
    solar_saving_sek: 6369,
    zone: 'SE3',
    import_ore: 152.3,
    export_ore: 56.1,
    hours_of: 2025,
  },
};

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const decimals3 = (min: number, max: number) =>
  fc.integer({ min: 1000 * min, max: 1000 * max }).map((value) => value / 1000);
const sek = fc.integer({ min: 0, max: 1e9 });
const saving = fc.integer({ min: -1e9, max: 1e9 });
const count = (max: number) => fc.integer({ min: 0, max });

const anyValues = fc.record<SignedState>({
  v: fc.constant(1),
  exp: count(9_999_999_999),
  brand: fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,39}$/),
  ref: fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/),
  lat: decimals3(-90, 90),
  lng: decimals3(-180, 180),
  place: fc.string({ unit: 'binary', maxLength: 80 }),
  faces: fc.array(
    fc.record({ tilt: number(0, 90), azimuth: number(0, 360), kwp: number(0, 10_000) }),
    { minLength: 1, maxLength: 10 },
  ),
  use: fc.record({ yearly_kwh: number(0, 1e6), ev_km_per_day: count(300) }),
  system: fc.constantFrom('solar', 'battery', 'charger'),
  costs: fc.record({
    solar_sek: sek,
    charging_points: fc.record({ count: count(100), sek }),
  }),
  batteries: fc.array(
    fc.record({
      kwh: number(0.1, 1000),
      sek,
      saving_sek: saving,
    }),
    { maxLength: 10 },
  ),
  deduction: fc.record({
    paid_on: fc
      .date({ min: new Date('2021-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    adults: count(20),
  }),
  former: fc.option(
    fc.record({
      kwp: number(0, 1e5),
      system: fc.constantFrom('solar', 'battery', 'charger'),
      battery_kwh: number(0, 1000),
      charging_points: count(100),
      price_sek: count(2e9),
      net_sek: count(2e9),
      saving_sek: saving,
    }),
    { nil: undefined },
  ),
  dataset: fc.stringMatching(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  result: fc.record(
    {
      monthly_kwh: fc.array(count(1e9), { minLength: 12, maxLength: 12 }),
      solar_saving_sek: saving,
      zone: fc.constantFrom('SE1', 'SE2', 'SE3', 'SE4'),
      import_ore: number(-1e5, 1e5),
      export_ore: number(-1e5, 1e5),
      hours_of: fc.integer({ min: 2000, max: 9999 }),
    },
    { requiredKeys: ['monthly_kwh', 'solar_saving_sek', 'zone', 'import_ore', 'export_ore'] },
  ),
});

/** Any state that the schema allows, as JSON has it: without -0 or other prototypes. */
export const anyState: fc.Arbitrary<SignedState> = anyValues.map((values) =>
  JSON.parse(JSON.stringify(values)),
);
