import assert from 'node:assert/strict';
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import pino from 'pino';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import {
  writeBuild,
  writeBuildWithoutPrices,
  writePricesOf,
  writeYield,
} from '../../test/build-folder.ts';
import { type LoadedArtifacts, swapArtifacts } from './swap.ts';

const folder = testFolder();

const messages: string[] = [];
const log = pino(
  { base: null },
  { write: (line: string) => void messages.push(JSON.parse(line).msg) },
);

let loaded: LoadedArtifacts;
beforeEach(async () => {
  messages.length = 0;
  loaded = { pvYield: null, prices: null, warning: null, cacheTag: null };
  await writeBuild(folder, '1.0.0');
  assert.equal(await swapArtifacts(loaded, folder, log), true);
});

const versions = () => [loaded.pvYield?.dataset.version, loaded.prices?.header.dataset_version];

test('a new build takes the place of the old one, both parts at once', async () => {
  await writeBuild(folder, '1.1.0');
  const swapping = swapArtifacts(loaded, folder, log);
  assert.deepEqual(versions(), ['1.0.0', '1.0.0']);
  assert.equal(await swapping, true);
  assert.deepEqual(versions(), ['1.1.0', '1.1.0']);
});

test('a broken or missing part leaves both old ones in place', async () => {
  await writeBuild(folder, '1.1.0');
  truncateSync(join(folder, 'prices.bin'), 1000);
  assert.equal(await swapArtifacts(loaded, folder, log), false);
  rmSync(join(folder, 'prices.bin'));
  assert.equal(await swapArtifacts(loaded, folder, log), false);
  assert.deepEqual(versions(), ['1.0.0', '1.0.0']);
  assert.match(messages.at(-1) ?? '', /No new prices\. The old one stays\. .*prices\.bin/);
});

test('parts that do not belong together leave both old ones in place', async () => {
  for (const write of [writeYield, writePricesOf]) {
    await writeBuild(folder, '1.0.0');
    write(folder, '1.1.0');
    assert.equal(await swapArtifacts(loaded, folder, log), false);
    assert.match(
      messages.at(-1) ?? '',
      /do not belong together\. The old ones stay\. .*manifest\.json/,
    );
  }
  assert.deepEqual([...versions(), loaded.warning], ['1.0.0', '1.0.0', null]);
});

test('where nothing is loaded what is there is served, with a warning', async () => {
  loaded = { pvYield: null, prices: null, warning: null, cacheTag: null };
  writeYield(folder, '1.1.0');
  assert.equal(await swapArtifacts(loaded, folder, log), true);
  assert.deepEqual(versions(), ['1.1.0', '1.0.0']);
  assert.match(loaded.warning ?? '', /may be of different builds/);
});

test('a build without prices on purpose is served as it is, and takes the place of one that has some', async () => {
  await writeBuildWithoutPrices(folder, '1.1.0');
  assert.equal(await swapArtifacts(loaded, folder, log), true);
  assert.deepEqual(versions(), ['1.1.0', undefined]);
  assert.equal(loaded.withoutPrices, true);
  assert.match(messages.at(-1) ?? '', /has no prices: its recipe names none/);
  assert.equal(
    messages.some((line) => /No new prices/.test(line)),
    false,
  );
  await writeBuild(folder, '1.2.0');
  assert.equal(await swapArtifacts(loaded, folder, log), true);
  assert.deepEqual([...versions(), loaded.withoutPrices], ['1.2.0', '1.2.0', false]);
});
