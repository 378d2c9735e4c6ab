/** Calls of the service. Answers are compared by their bytes with those of a service that nothing disturbs. */
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { noonProfile } from '../../api/simulation/test/requests.ts';
import { testArtifact } from '../../test/artifact.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { BATCH, type CallOptions, ITEM, PLACE, rawCall } from '../../test/service.ts';
import { type Program, SERVICE, startReady } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';
import { report } from './tally.ts';

/** Between a caller's calls, for the processes that start meanwhile. */
const PAUSE_MS = 20;
const PV = { monthly_profile: noonProfile(3) };
const posted = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
const lookup = (tilt: number): [string] => [`/api/v1/pv-yield?${PLACE}&tilt=${tilt}&azimuth=140`];
const CALLS: [path: string, options?: CallOptions][] = [
  ['/api/v1/simulation?', posted({ pv: PV })],
  [`${BATCH}?`, posted({ items: [ITEM] })],
  ['/api/v1/simulation/market?zone=SE3'],
  [`/api/v1/pv-yield/matrix?${PLACE}`],
  ...[10, 30, 50, 70].map(lookup),
];

interface Build {
  folder: string;
  version: string;
  answers: Map<string, string>;
}
const root = testFolder();
export const [A, B] = [await makeBuild('1.0.0', 1), await makeBuild('1.1.0', 0.9)];

/** Builds the test dataset with its yields scaled, and asks an undisturbed service for its answers. */
async function makeBuild(version: string, scale: number): Promise<Build> {
  const folder = join(root, version);
  const artifact = testArtifact();
  const yield_scale = artifact.yield_scale.map((value) => scale * value);
  await writeBuild(folder, version, { ...artifact, yield_scale });
  const { base, stop } = await startReady([SERVICE], { env: { ARTIFACTS: folder } });
  const answers = new Map<string, string>();
  for (const [path, options] of CALLS) answers.set(path, (await rawCall(base, path, options)).text);
  await stop();
  return { folder, version, answers };
}

let calls = 0;

/** A call that no cache knows, from an address that no limit holds. */
function callAnew(base: string, [path, options]: (typeof CALLS)[number]) {
  const i = calls++;
  const localAddress = `127.${1 + ((i >> 16) & 127)}.${(i >> 8) & 255}.${i & 255}`;
  return rawCall(base, `${path}&n=${i}`, { ...options, localAddress });
}

/** Starts three callers, one of whom simulates. Each call must be answered by one of the builds. */
export function startCallers(base: string) {
  let isOver = false;
  let answered = 0;
  const callers = { builds: [A], more, stop };
  after(stop);
  const [simulation, ...others] = CALLS;
  const all = [[simulation], others, others.toReversed()].map(async (own) => {
    for (let i = 0; !isOver; i++) {
      const call = own[i % own.length];
      const before = callers.builds;
      const text = await callAnew(base, call).then((answer) => answer.text, String);
      const isRight = [...before, ...callers.builds].some(
        (one) => one.answers.get(call[0]) === text,
      );
      if (!isRight) report('wrong answers', [`${call[0]}: ${text}`]);
      answered++;
      await sleep(PAUSE_MS);
    }
  });
  /** Resolves after so many more answers. */
  async function more(count: number) {
    const from = answered;
    await until(() => answered >= from + count, `${count} more answers come`);
  }
  async function stop() {
    isOver = true;
    await Promise.all(all);
  }
  return callers;
}

/** Resolves when a service is ready with a build. */
export async function untilServed({ base }: Program, { version }: Build): Promise<void> {
  const isServed = async () => (await rawCall(base, '/readyz')).text.includes(`"${version}"`);
  await until(isServed, `${version} is served`);
}
