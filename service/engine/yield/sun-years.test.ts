import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testArtifact } from '../../test/artifact.ts';
import { yieldDataset } from './dataset.ts';
import { planeAnswer } from './plane-answer.ts';
import { sunYears } from './sun-years.ts';

const DATA = yieldDataset(testArtifact());

test('years of sun vary at a place as in the lookup of a south roof there', () => {
  const place = { lat: 59.125, lng: 15.5 };
  const { low, high, years, version } = sunYears(DATA, place);
  const input = { ...place, tilt: 40, azimuth: 180, system_loss: 0.14, shading: 1 };
  const { variability } = planeAnswer(DATA, input);
  const pct = 1.2816 * (variability?.annual_sd_pct ?? 0);
  assert.ok(Math.abs(100 * (1 - low) - pct) < 0.01, `${low}`);
  assert.ok(Math.abs(100 * (high - 1) - pct) < 0.01, `${high}`);
  assert.deepEqual([years, version], [16, '9.8.7']);
});

test('without a place it is the mean of all cells', () => {
  const at = (lng: number) => sunYears(DATA, { lat: 59.25, lng }).low;
  // The spread is linear in place, and the middle of three rows of four is 59.25 N 15.375 E.
  assert.ok(Math.abs(sunYears(DATA, null).low - at(15.375)) < 1e-5);
});

test('what is missing is named', () => {
  assert.throws(() => sunYears(null, null), { code: 'dataset_unavailable' });
  assert.throws(() => sunYears(DATA, { lat: 55, lng: 15 }), {
    code: 'outside_coverage',
    field: 'location',
  });
  const { interannual, ...header } = testArtifact().header;
  assert.ok(interannual);
  const silent = yieldDataset({ ...testArtifact(), header });
  assert.throws(() => sunYears(silent, null), { code: 'not_supported' });
});
