/** Requests from the moment that the process is started on: what is on the disk answers neither 503 nor 404. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { noonProfile } from '../api/simulation/test/requests.ts';
import { writeBuild } from './build-folder.ts';
import type { Answer } from './documented.ts';
import { freePort } from './free-port.ts';
import { BATCH, type CallOptions, ITEM, LOOKUP, PLACE, rawCall } from './service.ts';
import { type Launched, launchProgram, SERVICE } from './start-program.ts';

const EMBEDS_FILE = fileURLToPath(new URL('../../fixtures/embeds.json', import.meta.url));
const { lat, lng, tilt, azimuth } = ITEM;
const HOUSE = { location: { lat, lng }, pv: { monthly_profile: noonProfile(3) } };

const PAGES = ['/', '/docs', '/docs/api', '/docs/sdk', '/data', '/embedded/demo'];
const CALLS: [string, CallOptions?][] = [
  [LOOKUP],
  [`/api/v1/pv-yield/matrix?${PLACE}`],
  ['/api/v1/pv-yield/meta'],
  ['/api/v1/pv-yield/openapi.json'],
  ['/api/v1/simulation/market?zone=SE3'],
  ['/api/v1/simulation/tariffs'],
  [BATCH, posted({ items: [ITEM] })],
  ['/api/v1/pv-yield/series', posted({ lat, lng, faces: [{ tilt, azimuth, kwp: 5 }] })],
  ['/api/v1/simulation', posted(HOUSE)],
  ['/api/v1/simulation/battery-strategies', posted({ ...HOUSE, battery: { capacity_kwh: 10 } })],
];

function posted(body: unknown): CallOptions {
  return { method: 'POST', body: JSON.stringify(body) };
}

/** The answer of a process that may not listen yet. */
async function firstAnswer(
  { child }: Launched,
  base: string,
  path: string,
  options?: CallOptions,
): Promise<Answer> {
  while (child.exitCode === null) {
    try {
      return await rawCall(base, path, options);
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'ECONNREFUSED');
      await nextTurn();
    }
  }
  throw new Error('the process has ended');
}

async function start() {
  const folder = testFolder();
  await writeBuild(folder, '1.0.0');
  writeFileSync(
    join(folder, 'report.html'),
    '<html><style></style><body><main id="main">The report',
  );
  const port = await freePort();
  const env = { PORT: String(port), ARTIFACTS: folder, EMBEDS_FILE };
  const program = launchProgram([SERVICE], { env });
  return { program, base: `http://127.0.0.1:${port}` };
}

test('from the first moment on every call and page answers 200', async () => {
  const { program, base } = await start();
  const paths = [...PAGES.map((path): [string] => [path]), ...CALLS];
  const answers = await Promise.all(
    paths.map(([path, options]) => firstAnswer(program, base, path, options)),
  );
  assert.deepEqual(
    answers.map(({ status }, i) => [paths[i][0], status]),
    paths.map(([path]) => [path, 200]),
  );
  await program.stop();
});
