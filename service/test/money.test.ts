/**
 * Figures of money against right values from outside: by hand, or by a linear programme of the year (HiGHS). All on the
 * default dataset.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { market, series, simulation } from '#engine/answers.ts';
import { builtDefault } from './default-dataset.ts';

const { loaded } = await builtDefault();

/** Hours of a roof of one face at a tilt of 27 degrees to the south, kWh. */
function roofKwh(lat: number, lng: number, kwp: number): number[] {
  const { hourly_kwh } = series(loaded, { lat, lng, faces: [{ tilt: 27, azimuth: 180, kwp }] });
  assert.ok(hourly_kwh);
  return hourly_kwh;
}

const MALMO = { lat: 55.6, lng: 13 };
const SMALL_ROOF_KWH = roofKwh(MALMO.lat, MALMO.lng, 3);

/** Asserts that a value is within a distance of the right one. */
function assertNear(value: number, right: number, distance: number, what: string): void {
  assert.ok(Math.abs(value - right) <= distance, `${what}: ${value}, expected ${right}`);
}

/** A small house in the south with a battery. */
function malmo(capacityKwh: number, prices: object = {}) {
  return simulation(loaded, {
    location: MALMO,
    consumption: { yearly_kwh: 5000 },
    pv: { hourly_kwh: SMALL_ROOF_KWH },
    battery: { capacity_kwh: capacityKwh, strategy: 'combined' },
    prices: { resolution: 'hourly', ...prices },
  });
}

// By the two stores of the savings' split: at 20 kWh 716.7 kWh of the 1553.6 sold are sun.
const SUN_SHARES = [
  [5, 74.2, 43.0],
  [10, 80.8, 46.1],
  [15, 79.1, 44.8],
  [20, 76.4, 43.1],
];

for (const [kwh, consumption, sufficiency] of SUN_SHARES) {
  test(`bought energy that a battery of ${kwh} kWh resells is no sun that is sold`, () => {
    const { yearly } = malmo(kwh);
    assertNear(yearly.self_consumption_pct, consumption, 0.06, 'self-consumption');
    assertNear(yearly.self_sufficiency_pct, sufficiency, 0.06, 'self-sufficiency');
  });
}

test('with the spot price doubled the sun used in its own hour still counts', () => {
  const { hours } = market(loaded, { ...MALMO, resolution: 'hourly' });
  assert.ok(hours);
  const { yearly } = malmo(20, {
    import_sek_per_kwh: hours.import_sek_per_kwh.map(
      (sek, t) => sek + 1.25 * hours.spot_sek_per_kwh[t],
    ),
    export_sek_per_kwh: hours.export_sek_per_kwh.map((sek, t) => sek + hours.spot_sek_per_kwh[t]),
  });
  assert.ok(yearly.self_consumption_pct >= 44.9, `${yearly.self_consumption_pct}`);
});
