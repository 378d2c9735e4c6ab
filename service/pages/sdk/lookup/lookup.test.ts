import assert from 'node:assert/strict';
import { openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { writeDataset } from '../../../../pipeline/dataset/artifact.test-kit.ts';
import { sha256 } from '../../../../pipeline/dataset/write-artifact.ts';
import { testFolder } from '../../../../pipeline/files/folder.test-kit.ts';
import { encodeHead, PRICES_FORMAT } from '../../../../schemas/codec/artifact.ts';
import { testPrices } from '../../../api/simulation/test/prices.ts';
import { testArtifact } from '../../../test/artifact.ts';
import { startTestService, testLoaded } from '../../../test/service.ts';
import { answerText } from '../sdk.test-kit.ts';
import { open, SunError } from './lookup.ts';
import type { Lookups } from './lookup-contract.ts';

const folder = testFolder();

/** Two of twelve cells are missing: around them answers are of inverse distance. */
const dataset = testArtifact([5, 11]);
const service = await startTestService({
  loaded: { ...testLoaded(), pvYield: yieldDataset(dataset) },
});

let bytes: Uint8Array;
let sun: Lookups;

before(async () => {
  writeDataset(join(folder, 'pv-yield.bin'), dataset);
  bytes = new Uint8Array(readFileSync(join(folder, 'pv-yield.bin')));
  sun = await open(bytes);
});

const POINT = { lat: 59.13, lng: 15.29 };
const ROOF = { ...POINT, tilt: 40, azimuth: 180 };

const MONTHS = [0.6, 0.5, 0.2, 0, 0, 0, 0, 0, 0, 0, 0.1, 0.4];
const HORIZON = { horizon_deg: [0, 5, 10, 15, 20, 15, 10, 5] };

const textOf = (answer: Promise<unknown>) => answerText(answer, SunError);

/** The API's result of an item of a batch, as text. An item's id is left out. */
async function batchText(item: unknown): Promise<string> {
  const body = JSON.stringify({ items: [item] });
  const response = await fetch(`${service.base}/api/v1/pv-yield/batch`, { method: 'POST', body });
  const { results } = JSON.parse(await response.text());
  const { ok, ...result } = results[0];
  return JSON.stringify(result).replace('expected id, ', 'expected ');
}

/** The API's answer on a series. */
async function askSeries(base: string, roof: object): Promise<{ zone?: string }> {
  const init = { method: 'POST', body: JSON.stringify(roof) };
  return (await fetch(`${base}/api/v1/pv-yield/series`, init)).json();
}

test('with prices a series has its price area, and the year of the prices', async () => {
  const prices = testPrices();
  const loaded = { ...testLoaded(), pvYield: yieldDataset(dataset), prices };
  const { base } = await startTestService({ loaded });
  const withPrices = await open(bytes, {
    prices: encodeHead(prices.header, [], [], PRICES_FORMAT, sha256),
  });
  const roof = { ...POINT, faces: [{ tilt: 40, azimuth: 180, kwp: 5 }] };
  const expected = await askSeries(base, roof);
  assert.match(String(expected.zone), /^SE[1-4]$/);
  assert.deepEqual(await withPrices.series(roof), expected);
});

test('a file that is no prices.bin is reported as such', async () => {
  const roof = { ...POINT, faces: [{ tilt: 40, azimuth: 180, kwp: 5 }] };
  const wrong = await open(bytes, { prices: bytes });
  const text = await textOf(wrong.series(roof));
  assert.match(text, /"code":"damaged".*takes the prices\.bin of the same build\./, text);
});

test("invalid requests give the API's error messages", async () => {
  const wrong = fc.oneof(
    fc.constantFrom(null, 'x', '59', true, [], {}, Number.NaN),
    fc.double({ noNaN: true }),
    fc.integer(),
  );
  const names = ['lat', 'lng', 'tilt', 'azimuth', 'kwp', 'system_loss', 'shading', 'titl'];
  const changes = fc.dictionary(fc.constantFrom(...names), wrong, { maxKeys: 3 });
  const removed = fc.subarray(['lat', 'lng', 'tilt', 'azimuth'], { maxLength: 1 });
  await fc.assert(
    fc.asyncProperty(changes, removed, async (changed, gone) => {
      const roof: Record<string, unknown> = { ...ROOF, ...changed };
      for (const name of gone) delete roof[name];
      // JSON has no NaN. The API sees null.
      const sent = JSON.parse(JSON.stringify(roof));
      assert.equal(await textOf(sun.lookup(sent)), await batchText(sent), JSON.stringify(sent));
    }),
    { numRuns: 300 },
  );
  for (const given of [null, 5, [], 'x'] as unknown[]) {
    const found = sun.lookup(given as Parameters<Lookups['lookup']>[0]);
    assert.match(await textOf(found), /^\{"error":\{"code":"invalid_parameter"/);
  }
});

test('errors of a series are those of the API', async () => {
  const face = { tilt: 40, azimuth: 180, kwp: 5 };
  for (const change of [
    { faces: [] },
    { faces: Array(11).fill(face) },
    { faces: [face, { ...face, tilt: 99 }] },
    { faces: [{ ...face, id: 1.5 }] },
    { faces: [{ ...face, lat: 1 }] },
    { faces: [5] },
    { faces: 5 },
    { form: 'hours' },
    { form: 'hours', faces: [{ ...face, kwp: -1 }] },
    { inverter_kw: 0 },
    { lat: 99, faces: [5] },
    { horizon_deg: [1, 2, 3] },
    { horizon_deg: Array(400).fill(1), faces: 5 },
    { horizon_deg: [0, 5, 10, 15, -1, 91, 10, '5'] },
    { ...HORIZON, userhorizon: HORIZON.horizon_deg },
    { userhorizon: 5 },
    { userhorizon: [0, 5, 10, 15, 20, 15, 10, null], kwp: 5 },
    { faces: [{ ...face, shading: 1.5 }] },
    { faces: [{ ...face, shading: [1, 1] }] },
    { faces: [{ ...face, shading: Array(12).fill(Array(23).fill(1)) }] },
    { faces: [{ ...face, shading: Array(12).fill(2), tilt: 91 }] },
    { faces: [face, { ...face, snow_loss: [2, ...MONTHS.slice(1)] }] },
    { faces: [{ ...face, snow_loss: MONTHS }, face] },
    { snow: 1 },
    { lat: 15.29, lng: 59.13 },
  ]) {
    const roof = { ...POINT, faces: [face], ...change } as Parameters<Lookups['series']>[0];
    assert.equal(
      await textOf(sun.series(roof)),
      JSON.stringify(await askSeries(service.base, roof)),
    );
  }
});

test('a file gives the same answers as its bytes', async () => {
  const file = await open(await openAsBlob(join(folder, 'pv-yield.bin')));
  assert.equal(file.digest, sun.digest);
  assert.equal(await textOf(file.lookup(ROOF)), await textOf(sun.lookup(ROOF)));
});

test('each caller gets a copy of the answer', async () => {
  const first = await sun.lookup(ROOF);
  const text = JSON.stringify(first);
  first.cell.lat = 0;
  first.dataset.version = '';
  assert.equal(await textOf(sun.lookup(ROOF)), text);
});

test('a damaged head or record, another digest and no dataset are named errors', async () => {
  const refusal = (changed: Uint8Array, digest?: string) =>
    textOf(open(changed, digest ? { digest } : {}).then((one) => one.lookup(ROOF)));
  for (let at = 200; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
    const changed = bytes.slice();
    changed[at] ^= 1;
    const text = await refusal(changed);
    const isElsewhere = text === (await textOf(sun.lookup(ROOF)));
    assert.ok(isElsewhere || /"damaged".*SHA-256/.test(text), text);
  }
  assert.match(
    await refusal(bytes, '00'),
    /"another_dataset".*is another dataset: its digest is [0-9a-f]{64}/,
  );
  assert.match(await refusal(bytes.subarray(0, 40)), /truncated in its preamble \(40 bytes/);
  assert.match(await refusal(new Uint8Array(500)), /not an artifact of this project/);
});
