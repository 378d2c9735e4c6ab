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
const decimals3 = (most: number) =>
  fc.integer({ min: -1000 * most, max: 1000 * most }).map((value) => value / 1000);
const sek = fc.integer({ min: 0, max: 1e9 });
const face = fc.record({ tilt: number(0, 90), azimuth: number(0, 360), kwp: number(0, 10_000) });
const battery = fc.record({ kwh: number(0.1, 1000), sek, saving_sek: sek.map((value) => -value) });

/** States with any text, numbers and lists that the schema allows, as JSON has them: without -0 or other prototypes. */
export const anyState: fc.Arbitrary<SignedState> = fc
  .record({
    exp: fc.nat(9_999_999_999),
    lat: decimals3(90),
    lng: decimals3(180),
    place: fc.string({ unit: 'binary', maxLength: 80 }),
    faces: fc.array(face, { minLength: 1, maxLength: 10 }),
    use: fc.record({ yearly_kwh: number(0, 1e6), ev_km_per_day: fc.nat(300) }),
    system: fc.constantFrom('solar', 'battery', 'charger'),
    costs: fc.record({ solar_sek: sek, charging_points: fc.record({ count: fc.nat(100), sek }) }),
    batteries: fc.array(battery, { maxLength: 10 }),
    deduction: fc.record({
      paid_on: fc.constantFrom('2021-01-01', '2025-07-01'),
      adults: fc.nat(20),
    }),
  })
  .map((values) => JSON.parse(JSON.stringify({ ...STATE, ...values })));
