/** The built modules, as pages and packages have them, answer as the service does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { seededRandom } from '#common/seeded-random.ts';
import { writeDataset } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { writeCells } from '../../../pipeline/dataset/cells/write-cells.ts';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { yieldDataset } from '../../api/yield/dataset.ts';
import { answerText } from '../../pages/lookup/answer-text.test-kit.ts';
import type * as Sdk from '../../pages/lookup/lookup.ts';
import type { Lookups } from '../../pages/lookup/lookup-contract.ts';
import { SDK_PACKAGE } from '../../pages/sdk/build-sdk.ts';
import { BUILT } from '../../pages/server/assets.ts';
import { testArtifact } from '../../test/artifact.ts';
import { startTestService, testLoaded } from '../../test/service.ts';
import { randomHouse } from './random-houses.ts';
import { randomRequests, randomRoof } from './random-requests.ts';

const MODULE = pathToFileURL(join(BUILT, SDK_PACKAGE, 'lookup.mjs')).href;
const { open, SunError }: typeof Sdk = await import(MODULE);

const dataset = testArtifact();
const service = await startTestService({
  loaded: { ...testLoaded(), pvYield: yieldDataset(dataset) },
});
const folder = testFolder();
const random = seededRandom(29);
const questions = randomRequests(dataset, 200, random);
let sun: Lookups;

before(async () => {
  sun = await opened(dataset);
});

async function opened(data: typeof dataset): Promise<Lookups> {
  const from = join(folder, 'pv-yield.bin');
  const to = join(folder, 'cells.bin');
  writeDataset(from, data);
  await writeCells(from, to);
  return await open(readFileSync(to));
}

/** The service's answer as text. */
async function apiText(path: string, body: unknown, base = service.base): Promise<string> {
  const init = { method: 'POST', body: JSON.stringify(body) };
  return JSON.stringify(await (await fetch(`${base}/api/v1/${path}`, init)).json());
}

test('200 random lookups are the service’s', async () => {
  let refused = 0;
  for (let at = 0; at < questions.length; at += 50) {
    const items = questions.slice(at, at + 50);
    const { results } = JSON.parse(await apiText('pv-yield/batch', { items }));
    for (const [i, item] of items.entries()) {
      const { ok, ...expected } = results[i];
      if (!ok) refused++;
      const found = await answerText(sun.lookup(item), SunError);
      assert.equal(found, JSON.stringify(expected), JSON.stringify(item));
    }
  }
  assert.ok(refused > 5 && refused < 150, `${refused} refused`);
});

test('30 random series are', async () => {
  for (const [i, place] of questions.slice(0, 30).entries()) {
    const roof = randomRoof(place, i, random);
    const found = await answerText(sun.series(roof), SunError);
    assert.equal(found, await apiText('pv-yield/series', roof), JSON.stringify(roof));
  }
});

test('10 random houses are', async () => {
  for (const place of questions.slice(0, 10)) {
    const house = randomHouse(place, ['ellevio-2026'], random);
    const found = await answerText(sun.simulate(house), SunError);
    assert.equal(found, await apiText('simulation', house));
  }
});
