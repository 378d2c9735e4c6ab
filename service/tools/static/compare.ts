/**
 * `make compare-static`: the answers from cells.bin on a file server beside the service's, as text, and the reads and
 * bytes of a first lookup. Exit code 1 when an answer differs. `compare.ts ARTIFACTS [REQUESTS]`
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { seededRandom } from '#common/seeded-random.ts';
import { writeCellFiles } from '../../../pipeline/dataset/cells/cell-files.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../../../schemas/codec/read-artifact.ts';
import type { PvYieldQuery } from '../../../schemas/types.ts';
import { answerText } from '../../pages/lookup/answer-text.test-kit.ts';
import type * as Sdk from '../../pages/lookup/lookup.ts';
import type { Lookups } from '../../pages/lookup/lookup-contract.ts';
import { SDK_PACKAGE } from '../../pages/sdk/build-sdk.ts';
import { BUILT } from '../../pages/server/assets.ts';
import { type FileServer, serveFolder } from '../../test/file-server.ts';
import { type Call, call } from '../attack/attack.ts';
import { startTarget, type Target } from '../attack/target.ts';
import { randomHouse } from './random-houses.ts';
import { randomRequests, randomRoof } from './random-requests.ts';

const BATCH = 50;
const MATRICES = 100;
const SERIES = 300;
const HOUSES = 300;
/** Fresh clients whose reads are counted. */
const FRESH = 300;

const [artifacts = 'artifacts', requests = '10000'] = process.argv.slice(2);
/** The module as pages and packages have it. */
const MODULE = pathToFileURL(join(BUILT, SDK_PACKAGE, 'lookup.mjs')).href;
const { open, SunError }: typeof Sdk = await import(MODULE);
const random = seededRandom(11);
const folder = mkdtempSync(join(tmpdir(), 'compare-static-'));
const service = await startTarget({ env: { ARTIFACTS: artifacts } });
let asked = 0;
let different = 0;
try {
  await service.ready();
  const dataset = await readPvYield(join(artifacts, 'pv-yield.bin'));
  for (const name of ['cells.bin', 'prices.bin']) {
    symlinkSync(resolve(artifacts, name), join(folder, name));
  }
  await writeCellFiles(join(artifacts, 'cells.bin'), join(folder, 'cells'));
  const server = await serveFolder(folder);
  const plain = await serveFolder(folder, { ranges: false });
  try {
    await compareAll(dataset, server);
    await countReads(dataset, 'one file, ranges', server, 'cells.bin');
    await countReads(dataset, 'files by digest, ranges', server, 'cells/head.bin');
    await countReads(dataset, 'files by digest, no ranges', plain, 'cells/head.bin');
    await countReads(dataset, 'one file named, no ranges', plain, 'cells.bin');
  } finally {
    server.stop();
    plain.stop();
  }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(different === 0 ? 0 : 1);

async function compareAll(dataset: PvYieldArtifact, server: FileServer): Promise<void> {
  const sun = await open(`${server.base}/cells.bin`, { prices: `${server.base}/prices.bin` });
  const questions = randomRequests(dataset, Number(requests), random);
  const refused = await compareLookups(sun, service, questions);
  console.log(
    `${questions.length} lookups: ${questions.length - refused} answered, ${refused} refused, ${different} differ.`,
  );
  const afterLookups = different;
  const apart = Math.max(1, Math.floor(questions.length / SERIES));
  const places = questions.filter((_, i) => i % apart === 0).slice(0, SERIES);
  const ofMatrices = places.slice(0, MATRICES);
  for (const { lat, lng } of ofMatrices) {
    const path = `/api/v1/pv-yield/matrix?lat=${lat}&lng=${lng}&months=1`;
    await compare(path, () => sun.matrix({ lat, lng, months: 1 }), {});
  }
  for (const [i, place] of places.entries()) {
    const roof = randomRoof(place, i, random);
    const body = JSON.stringify(roof);
    await compare('/api/v1/pv-yield/series', () => sun.series(roof), { method: 'POST', body });
  }
  console.log(
    `${ofMatrices.length} matrices and ${places.length} series: ${different - afterLookups} differ.`,
  );
  const beforeHouses = different;
  const { text } = await call(service, '/api/v1/simulation/tariffs?all=1', {});
  const ids = JSON.parse(text).tariffs.map(({ id }: { id: string }) => id);
  const ofHouses = places.slice(0, HOUSES);
  for (const place of ofHouses) {
    const house = randomHouse(place, ids, random);
    const body = JSON.stringify(house);
    await compare('/api/v1/simulation', () => sun.simulate(house), { method: 'POST', body });
  }
  console.log(`${ofHouses.length} simulations: ${different - beforeHouses} differ.`);
}

/** @returns how many both refused */
async function compareLookups(
  sun: Lookups,
  target: Target,
  questions: readonly PvYieldQuery[],
): Promise<number> {
  let refused = 0;
  for (let at = 0; at < questions.length; at += BATCH) {
    const items = questions.slice(at, at + BATCH);
    const { text } = await call(target, '/api/v1/pv-yield/batch', {
      method: 'POST',
      body: JSON.stringify({ items }),
      localAddress: nextAddress(),
    });
    const { results } = JSON.parse(text);
    for (const [i, item] of items.entries()) {
      const { ok, ...expected } = results[i];
      if (!ok) refused++;
      note(
        JSON.stringify(expected),
        await answerText(sun.lookup(item), SunError),
        JSON.stringify(item),
      );
    }
  }
  return refused;
}

async function compare(path: string, answer: () => Promise<unknown>, options: Call): Promise<void> {
  const { text } = await call(service, path, { ...options, localAddress: nextAddress() });
  note(JSON.stringify(JSON.parse(text)), await answerText(answer(), SunError), path);
}

/** An address of its own for each call: none comes near its limits. */
function nextAddress(): string {
  const i = asked++;
  return `127.1.${i >> 7}.${1 + (i & 127)}`;
}

function note(expected: string, found: string, question: string): void {
  if (found === expected) return;
  if (different++ < 3) console.log(`DIFFERS ${question}\n  ${found}\n  ${expected}`);
}

/** Reads and bytes of a first lookup with a fresh client, as the server counts them, and those of a next one beside it. */
async function countReads(
  dataset: PvYieldArtifact,
  what: string,
  server: FileServer,
  file: string,
): Promise<void> {
  const reads: number[] = [];
  const bytes: number[] = [];
  let next = 0;
  for (const question of randomRequests(dataset, FRESH, random)) {
    const before = (await server.answers()).length;
    const sun = await open(`${server.base}/${file}`);
    const isAnswered = await sun.lookup(question).then(
      () => true,
      () => false,
    );
    const own = (await server.answers()).slice(before);
    if (isAnswered) {
      reads.push(own.length);
      bytes.push(own.reduce((sum, answer) => sum + answer.bytes, 0));
      await sun.lookup({ ...question, tilt: 17 });
      next += (await server.answers()).length - before - own.length;
    }
  }
  console.log(
    `${what}: ${reads.length} first lookups, reads ${spread(reads)}, bytes ${spread(bytes)}; next ones there ${next} reads`,
  );
}

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return `${at(0.5)} median, ${at(0.99)} p99, ${at(1)} max`;
}
