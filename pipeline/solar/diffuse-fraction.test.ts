import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erbsDiffuseFraction, erbsWinterMonths, monthlyGhiExtraKwhM2 } from './diffuse-fraction.ts';
import { STOCKHOLM_GHI_KWH_M2 as STOCKHOLM } from './stockholm.ts';
import { radians } from './sun-position.ts';

const EXPECTED = [
  0.6909, 0.5758, 0.4747, 0.4209, 0.4237, 0.4156, 0.4208, 0.4417, 0.4651, 0.5257, 0.6628, 0.7192,
];

test("Stockholm's monthly diffuse fractions are the reference's to the printed digit", () => {
  const h0 = monthlyGhiExtraKwhM2(radians(59.325));
  const winter = erbsWinterMonths(radians(59.325));
  const kd = STOCKHOLM.map((ghi, m) => erbsDiffuseFraction(ghi / h0[m], winter[m]).toFixed(4));
  assert.deepEqual(
    kd,
    EXPECTED.map((x) => x.toFixed(4)),
  );
});

test('a clearness index above 0.85, infinite or undefined means twilight: all diffuse', () => {
  for (const k of [0.8501, 3, Number.POSITIVE_INFINITY, Number.NaN]) {
    assert.equal(erbsDiffuseFraction(k, true), 1);
  }
});

test('0.8 to 0.85 counts as 0.8', () => {
  assert.equal(erbsDiffuseFraction(0.85, false), erbsDiffuseFraction(0.8, false));
});

test('below 0.3 the fraction runs straight to 1 at index 0, without a step at 0.3', () => {
  for (const winter of [true, false]) {
    assert.equal(erbsDiffuseFraction(0, winter), 1);
    const middle = (1 + erbsDiffuseFraction(0.3, winter)) / 2;
    assert.ok(Math.abs(erbsDiffuseFraction(0.15, winter) - middle) < 1e-12);
    const step = erbsDiffuseFraction(0.3, winter) - erbsDiffuseFraction(0.3 - 1e-9, winter);
    assert.ok(Math.abs(step) < 1e-8);
  }
});

test("Erbs' published polynomials: index 0.5 in winter and in summer", () => {
  assert.ok(Math.abs(erbsDiffuseFraction(0.5, true) - (1.391 - 1.78 + 1.04725 - 0.267125)) < 1e-12);
  assert.ok(
    Math.abs(erbsDiffuseFraction(0.5, false) - (1.311 - 1.511 + 0.85675 - 0.227625)) < 1e-12,
  );
});
