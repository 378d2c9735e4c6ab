/** Data as a process loads them: the yields first, whose answers caches may keep before the prices are read. */
import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { asNobody } from '../test/as-nobody.ts';
import { writeBuild, writePricesOf } from '../test/build-folder.ts';
import { loadPrices, loadYield, nothingLoaded } from './loaded.ts';
import { cacheTagIn } from './store/pointer.ts';
import { swapArtifacts } from './store/swap.ts';

const log = pino({ enabled: false });
const root = testFolder();

test('answers have the tag of their build with only the yields loaded, and after the prices too', async () => {
  const folder = join(root, 'whole');
  await writeBuild(folder, '1.0.0');
  const loaded = nothingLoaded();
  await loadYield(loaded, folder, log);
  assert.deepEqual([loaded.prices, loaded.cacheTag], [null, cacheTagIn(folder)]);
  await loadPrices(loaded, folder, log);
  assert.equal(loaded.prices?.header.dataset_version, '1.0.0');
  assert.equal(loaded.cacheTag, cacheTagIn(folder));
});

test('prices that another build put there meanwhile take the tag away', async () => {
  const folder = join(root, 'replaced');
  await writeBuild(folder, '1.0.0');
  const loaded = nothingLoaded();
  await loadYield(loaded, folder, log);
  writePricesOf(folder, '1.1.0');
  await loadPrices(loaded, folder, log);
  assert.match(loaded.warning ?? '', /may be of different builds/);
  assert.equal(loaded.cacheTag, null);
});

test('files that may not be read are named, at the start and next to loaded ones, until they may be', async () => {
  const folder = join(root, 'forbidden');
  await writeBuild(folder, '1.0.0');
  const allow = (mode: number) => {
    for (const name of ['manifest.json', 'pv-yield.bin', 'prices.bin'])
      chmodSync(join(folder, name), mode);
  };
  const fault = /EACCES.*pv-yield\.bin.*EACCES.*prices\.bin/;
  const loaded = nothingLoaded();
  chmodSync(root, 0o755);
  allow(0o000);
  await asNobody(async () => {
    await loadYield(loaded, folder, log);
    await loadPrices(loaded, folder, log);
  });
  assert.deepEqual([loaded.pvYield, loaded.prices, loaded.cacheTag], [null, null, null]);
  assert.match(loaded.notLoaded ?? '', fault);
  allow(0o644);
  assert.equal(await swapArtifacts(loaded, folder, log), true);
  assert.equal(loaded.notLoaded, '');
  allow(0o000);
  assert.equal(await asNobody(() => swapArtifacts(loaded, folder, log)), false);
  assert.equal(loaded.pvYield?.dataset.version, '1.0.0');
  assert.match(loaded.notLoaded ?? '', fault);
});
