/** Data as a process loads them: the yields first, whose answers caches may keep before the prices are read. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { writeBuild, writePricesOf } from '../test/build-folder.ts';
import { type Loaded, loadPrices, loadYield } from './loaded.ts';
import { cacheTagIn } from './store/pointer.ts';

const log = pino({ enabled: false });
const root = testFolder();

function nothing(): Loaded {
  return { pvYield: null, prices: null, keys: [], embeds: null, warning: null, cacheTag: null };
}

test('answers have the tag of their build with only the yields loaded, and after the prices too', async () => {
  const folder = join(root, 'whole');
  await writeBuild(folder, '1.0.0');
  const loaded = nothing();
  await loadYield(loaded, folder, log);
  assert.deepEqual([loaded.prices, loaded.cacheTag], [null, cacheTagIn(folder)]);
  await loadPrices(loaded, folder, log);
  assert.equal(loaded.prices?.header.dataset_version, '1.0.0');
  assert.equal(loaded.cacheTag, cacheTagIn(folder));
});

test('prices that another build put there meanwhile take the tag away', async () => {
  const folder = join(root, 'replaced');
  await writeBuild(folder, '1.0.0');
  const loaded = nothing();
  await loadYield(loaded, folder, log);
  writePricesOf(folder, '1.1.0');
  await loadPrices(loaded, folder, log);
  assert.match(loaded.warning ?? '', /may be of different builds/);
  assert.equal(loaded.cacheTag, null);
});
