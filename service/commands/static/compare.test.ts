/** The built modules, reading the default dataset by ranges from a plain file server, answer as the service does. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sum } from 'd3-array';
import fc from 'fast-check';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';
import { covers } from '../../../schemas/codec/coverage-mask.ts';
import { colOfLng, latOfRow, lngOfCol, rowOfLat } from '../../../schemas/codec/grid.ts';
import { IS_WHOLE } from '../../../schemas/test/run-size.ts';
import type { PvYieldQuery } from '../../../schemas/types.ts';
import { SDK_PACKAGE } from '../../pages/sdk/build-sdk.ts';
import type * as Sdk from '../../pages/sdk/lookup/lookup.ts';
import type { Lookups } from '../../pages/sdk/lookup/lookup-contract.ts';
import { answerText, rangeOf, serverOf } from '../../pages/sdk/sdk.test-kit.ts';
import { BUILT } from '../../pages/server/assets.ts';
import { arbitraryBody, mendText, spoilt } from '../../test/arbitrary.ts';
import { builtDefault } from '../../test/default-dataset.ts';
import { startTestService } from '../../test/service.ts';

const MODULE = pathToFileURL(join(BUILT, SDK_PACKAGE, 'lookup.mjs')).href;
const { open, SunError }: typeof Sdk = await import(MODULE);

const { folder, loaded } = await builtDefault();
const { pvYield } = loaded;
assert.ok(pvYield);
const service = await startTestService({ loaded });
const random = seededRandom(29);

type Roof = Parameters<Lookups['series']>[0];
type House = Parameters<Lookups['simulate']>[0];

/** Bytes of each read so far. */
const reads: number[] = [];
const DATA = await serverOf(({ url = '', headers }, response) => {
  const range = rangeOf(headers);
  const part = range ? { start: range[0], end: range[1] } : {};
  const stream = createReadStream(join(folder, url), part);
  const read = reads.push(0) - 1;
  stream.on('data', ({ length }) => {
    reads[read] += length;
  });
  response.writeHead(range ? 206 : 200, { ETag: '"1"' });
  stream.pipe(response);
});

let sun: Lookups;
before(async () => {
  sun = await open(`${DATA}/pv-yield.bin`, { prices: `${DATA}/prices.bin` });
});

async function apiText(path: string, body?: unknown): Promise<string> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  return JSON.stringify(await (await fetch(`${service.base}/api/v1/${path}`, init)).json());
}

async function batchTexts(items: readonly PvYieldQuery[]): Promise<string[]> {
  const { results } = JSON.parse(await apiText('pv-yield/batch', { items }));
  return results.map(({ ok: _, ...answer }: { ok: boolean }) => JSON.stringify(answer));
}

/** Compares answers to bodies, half of them with one place changed. */
async function compareBodies(
  path: string,
  bodies: fc.Arbitrary<string>,
  numRuns: number,
  answer: (body: unknown) => Promise<unknown>,
): Promise<void> {
  let refused = 0;
  const check = async (text: string) => {
    const body = JSON.parse(text);
    const expected = await apiText(path, body);
    if (expected.startsWith('{"error"')) refused++;
    assert.equal(await answerText(answer(body), SunError), expected);
  };
  await fc.assert(fc.asyncProperty(fc.oneof(bodies, spoilt(bodies)), check), { numRuns, seed: 29 });
  assert.ok(refused > numRuns / 10 && refused < 0.9 * numRuns, `${refused} of ${numRuns} refused`);
}

const { mask, grid } = pvYield.artifact;

/** 60 % are covered, 20 % at the border of what is, 15 % on centres and edges of cells, 5 % anywhere. */
function randomPlace(): { lat: number; lng: number } {
  const anywhere = () => ({
    lat: mask.south + mask.rows * mask.latStepDeg * random(),
    lng: mask.west + mask.cols * mask.lngStepDeg * random(),
  });
  const isCovered = ({ lat, lng }: ReturnType<typeof anywhere>) => covers(mask, lat, lng);
  const kind = random();
  if (kind > 0.95) return anywhere();
  let inside = anywhere();
  while (!isCovered(inside)) inside = anywhere();
  if (kind < 0.6) return inside;
  if (kind > 0.8) {
    const half = random() < 0.5 ? 0 : 0.5;
    const [row, col] = [rowOfLat(grid, inside.lat), colOfLng(grid, inside.lng)];
    return { lat: latOfRow(grid, row + half), lng: lngOfCol(grid, col + half) };
  }
  // Halves the way to one that is not covered until the border is near.
  let outside = anywhere();
  for (let i = 0; i < 12; i++) {
    const middle = { lat: (inside.lat + outside.lat) / 2, lng: (inside.lng + outside.lng) / 2 };
    if (isCovered(middle)) inside = middle;
    else outside = middle;
  }
  return random() < 0.7 ? inside : outside;
}

function randomRequests(count: number): PvYieldQuery[] {
  return Array.from({ length: count }, (_, i) => ({
    ...randomPlace(),
    tilt: 90 * random(),
    azimuth: 360 * random(),
    ...(i % 2 === 0 ? { kwp: 20 * random() } : {}),
    ...(i % 3 === 0 ? { system_loss: 0.6 * random(), shading: random() } : {}),
  }));
}

/** How many lookups and matrices are compared, and bodies of series and of simulations. */
const [LOOKUPS, MATRICES, BODIES] = IS_WHOLE ? [2000, 100, 60] : [500, 25, 30];

test(`${LOOKUPS} random lookups and ${MATRICES} matrices give the same text`, async () => {
  const questions = randomRequests(LOOKUPS);
  let refused = 0;
  for (let at = 0; at < questions.length; at += 50) {
    const items = questions.slice(at, at + 50);
    const expected = await batchTexts(items);
    for (const [i, item] of items.entries()) {
      if (expected[i].startsWith('{"error"')) refused++;
      assert.equal(await answerText(sun.lookup(item), SunError), expected[i], JSON.stringify(item));
    }
  }
  assert.ok(refused > LOOKUPS / 40 && refused < LOOKUPS / 4, `${refused} refused`);
  for (const [i, { lat, lng }] of questions.slice(0, MATRICES).entries()) {
    const request = { lat, lng, ...(i % 2 && { months: 1 as const, shading: 0.9 }) };
    const query = Object.entries(request).map(([name, value]) => `${name}=${value}`);
    const expected = await apiText(`pv-yield/matrix?${query.join('&')}`);
    assert.equal(await answerText(sun.matrix(request), SunError), expected);
  }
});

test(`${BODIES} series and as many simulations, right and wrong, give the same text`, async () => {
  const places = Array.from({ length: 100 }, randomPlace);
  const atPlace = (text: string, i: number) => {
    const { lat, lng } = places[i];
    return JSON.stringify({ ...JSON.parse(text), lat, lng });
  };
  const seriesPath = '/api/v1/pv-yield/series';
  const series = fc
    .tuple(arbitraryBody(seriesPath), fc.nat(99))
    .map(([text, i]) => atPlace(text, i));
  await compareBodies('pv-yield/series', series, BODIES, (roof) => sun.series(roof as Roof));
  const house = fc
    .tuple(arbitraryBody('/api/v1/simulation'), fc.nat(3))
    .map(([text, i]) => (i > 0 ? mendText(text, '') : text));
  await compareBodies('simulation', house, BODIES, (body) => sun.simulate(body as House));
});

test('a first lookup takes at most 3 reads and 89 kB, one elsewhere at most 2 and 39 kB', async () => {
  const covered = randomRequests(40);
  for (let i = 0; i + 1 < covered.length; i += 2) {
    reads.length = 0;
    const fresh = await open(`${DATA}/pv-yield.bin`);
    await answerText(fresh.lookup(covered[i]), SunError);
    assert.ok(reads.length <= 3 && sum(reads) <= 89_000, `${reads}`);
    reads.length = 0;
    await answerText(fresh.lookup(covered[i + 1]), SunError);
    assert.ok(reads.length <= 2 && sum(reads) <= 39_000, `${reads}`);
  }
});
