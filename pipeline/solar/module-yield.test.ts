import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../test/assert-close.ts';
import { iam, iamGround, iamSky } from './iam.ts';
import { huldEfficiency, warmingKPerWM2 } from './module-yield.ts';
import { radians } from './sun-position.ts';

test("Huld's efficiency has its published values and is 1 at standard test conditions", () => {
  assert.equal(huldEfficiency(1000, 25), 1);
  assertClose(huldEfficiency(500, 35), 0.94577, 5e-7);
  assertClose(huldEfficiency(100, 10), 0.88843, 5e-7);
  assertClose(huldEfficiency(50, 5), 0.762942, 5e-7);
});

test('efficiency is never negative, and 0 without light', () => {
  for (const watts of [0, 1e-9, 0.1, 1, 3]) assert.equal(huldEfficiency(watts, 8), 0);
});

test('a free-standing module warms by 26.9 + 6.2 x wind W/m2 per kelvin', () => {
  assertClose(800 * warmingKPerWM2(0), 800 / 26.9, 5e-7);
  assertClose(800 * warmingKPerWM2(2.3), 800 / 41.16, 5e-7);
});

test('beam transmission at 60° and 80° incidence, 1 at normal incidence, 0 at grazing', () => {
  assert.equal(iam(1), 1);
  assert.equal(iam(0), 0);
  assertClose(iam(Math.cos(radians(60))), 0.961794, 5e-7);
  assertClose(iam(Math.cos(radians(80))), 0.674887, 5e-7);
});

test('sky and ground transmission at the published tilts', () => {
  assertClose(iamSky(0), 0.954192, 5e-7);
  assertClose(iamSky(radians(45)), 0.959223, 5e-7);
  assertClose(iamSky(radians(90)), 0.954192, 5e-7);
  assert.equal(iamGround(0), 0);
  assertClose(iamGround(radians(30)), 0.803235, 5e-7);
  assertClose(iamGround(radians(90)), 0.954192, 5e-7);
});
