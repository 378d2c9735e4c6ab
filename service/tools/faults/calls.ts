/** Calls of the service. Answers are compared by their bytes with those of a service that nothing disturbs. */
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { noonProfile } from '../../api/simulation/test/requests.ts';
import { testArtifact } from '../../test/artifact.ts';
import { writeBuild } from '../../test/build-folder.ts';
import type { Answer } from '../../test/documented.ts';
import { BATCH, ITEM, LOOKUP, PLACE, rawCall } from '../../test/service.ts';
import { type Program, SERVICE, startReady } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';
import { report } from './tally.ts';

/** Between a caller's calls, for the processes that start meanwhile. */
const PAUSE_MS = 50;
export const PV = { monthly_profile: noonProfile(3) };
const CALLS: [path: string, body?: object][] = [
  ['/api/v1/simulation?', { pv: PV }],
  [`${BATCH}?`, { items: [ITEM] }],
  ['/api/v1/simulation/market?zone=SE3'],
  [`/api/v1/pv-yield/matrix?${PLACE}`],
  [LOOKUP],
];

const root = testFolder();
let calls = 0;
export const [A, B] = [await makeBuild('1.0.0', 1), await makeBuild('1.1.0', 0.9)];
type Build = typeof A;

/** Builds the test dataset with its yields scaled, and asks an undisturbed service for its answers. */
async function makeBuild(version: string, scale: number) {
  const folder = join(root, version);
  const artifact = testArtifact();
  const yield_scale = artifact.yield_scale.map((value) => scale * value);
  await writeBuild(folder, version, { ...artifact, yield_scale });
  const { base, stop } = await startReady([SERVICE], { env: { ARTIFACTS: folder } });
  const answers = new Map<string, string>();
  for (const [path, body] of CALLS) answers.set(path, (await call(base, path, body)).text);
  await stop();
  return { folder, version, answers };
}

/** Calls from an address that no limit holds, past caches where there is a query, until the service is not busy. */
export async function call(base: string, path: string, body?: object): Promise<Answer> {
  const i = calls++;
  const localAddress = `127.${1 + ((i >> 16) & 127)}.${(i >> 8) & 255}.${i & 255}`;
  const posted = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const whole = path.includes('?') ? `${path}&n=${i}` : path;
  for (;;) {
    const answer = await rawCall(base, whole, { ...posted, localAddress });
    if (!answer.text.includes('"code":"busy"')) return answer;
    await sleep(1_000 * Number(answer.headers['retry-after']));
  }
}

/** Starts a caller for each call, whose answers must be those of the given builds. */
export function startCallers(base: string) {
  let isOver = false;
  let answered = 0;
  const callers = {
    builds: [A],
    /** Resolves after so many more answers. */
    async more(count: number) {
      const from = answered;
      await until(() => answered >= from + count, `${count} more answers come`);
    },
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
  const all = CALLS.map(async ([path, body]) => {
    while (!isOver) {
      const { builds } = callers;
      const text = await call(base, path, body).then((answer) => answer.text, String);
      const isRight = ({ answers }: Build) => answers.get(path) === text;
      if (![...builds, ...callers.builds].some(isRight)) report('wrong answers', [path + text]);
      answered++;
      await sleep(PAUSE_MS);
    }
  });
  after(callers.stop);
  return callers;
}

/** Resolves when a service is ready with a build. */
export async function untilServed({ base }: Program, { version }: Build): Promise<void> {
  const isServed = new RegExp(`"ready".*"pv_yield":"${version}"`);
  const look = async () => isServed.test((await rawCall(base, '/readyz')).text);
  await until(look, `${version} is served`);
}
