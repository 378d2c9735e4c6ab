import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { testArtifact } from '../../test/artifact.ts';
import {
  writeBuild,
  writeBuildWithoutPrices,
  writePricesOf,
  writeYield,
} from '../../test/build-folder.ts';
import { findBuildFault } from './one-build.ts';

const folder = testFolder();
const fault = async () => (await findBuildFault(folder)) ?? 'none';

beforeEach(() => writeBuild(folder, '1.0.0'));

test('what a manifest records is of one build, whatever is missing', async () => {
  assert.equal(await fault(), 'none');
  rmSync(join(folder, 'prices.bin'));
  assert.equal(await fault(), 'none');
});

test('parts of another build are named, of the same version and of another', async () => {
  const other = testArtifact();
  other.yield.values[0]++;
  writeYield(folder, '1.0.0', other);
  assert.match(
    await fault(),
    /records dataset 1\.0\.0, but pv-yield\.bin \(of a dataset 1\.0\.0\) is not what it records:/,
  );
  writePricesOf(folder, '0.9.0');
  const both = /but pv-yield\.bin \(of .*\) and prices\.bin \(of .*\) are not what it records:/;
  assert.match(await fault(), both);
  writeYield(folder, '1.0.0');
  assert.match(await fault(), /but prices\.bin \(of a dataset 0\.9\.0\) is not what it records:/);
  writePricesOf(folder, '1.0.0');
  assert.equal(await fault(), 'none');
});

test('prices that the manifest does not know are left from another build', async () => {
  await writeBuildWithoutPrices(folder, '1.0.0');
  writePricesOf(folder, '1.0.0');
  assert.match(await fault(), /but prices\.bin/);
});

test('without a manifest versions and dates are compared', async () => {
  rmSync(join(folder, 'manifest.json'));
  assert.equal(await fault(), 'none');
  writePricesOf(folder, '0.9.0');
  assert.match(
    await fault(),
    /different builds: pv-yield\.bin is of 1\.0\.0, .*; prices\.bin is of 0\.9\.0/,
  );
});
