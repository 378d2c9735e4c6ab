/** Calls of the service. Answers are compared by their bytes with those of a service that nothing disturbs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { noonProfile } from '../../api/simulation/test/requests.ts';
import { testArtifact } from '../../test/artifact.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { BATCH, ITEM, LOOKUP, PLACE, rawCall } from '../../test/service.ts';
import { SERVICE, startReady } from '../../test/start-program.ts';
import { type Act, report, survive } from './tally.ts';

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

let calls = 0;
type Build = Awaited<ReturnType<typeof makeBuild>>;

/** Builds the test dataset with its yields scaled, and asks an undisturbed service for its answers. */
export async function makeBuild(version: string, scale: number) {
  const folder = testFolder();
  const artifact = testArtifact();
  const yield_scale = artifact.yield_scale.map((value) => scale * value);
  await writeBuild(folder, version, { ...artifact, yield_scale });
  const { base, stop } = await startReady([SERVICE], { env: { ARTIFACTS: folder } });
  const answers = new Map<string, string>();
  for (const [path, body] of CALLS) answers.set(path, await call(base, path, body));
  await stop();
  return { folder, answers };
}

/** Calls from an address that no limit holds, past caches where there is a query, until the service is not busy. */
export async function call(base: string, path: string, body?: object): Promise<string> {
  const i = calls++;
  const localAddress = `127.${1 + ((i >> 16) & 127)}.${(i >> 8) & 255}.${i & 255}`;
  const posted = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const whole = path.includes('?') ? `${path}&n=${i}` : path;
  for (;;) {
    const { status, headers, text } = await rawCall(base, whole, { ...posted, localAddress });
    if (status === 200) return text;
    if (!text.includes('"code":"busy"')) throw new Error(`${status} ${text}`);
    await sleep(1_000 * Number(headers['retry-after']));
  }
}

/** Makes each call over and over during a fault, and once behind it. Answers must be those of one of the builds. */
export async function underCalls(base: string, builds: Build[], fault: string, act: Act) {
  let isOver = false;
  const acting = survive(fault, act).finally(() => (isOver = true));
  const callers = CALLS.map(async ([path, body]) => {
    for (let isLast = false; !isLast; await sleep(PAUSE_MS)) {
      isLast = isOver;
      const text = await call(base, path, body).catch(String);
      const isRight = builds.some(({ answers }) => answers.get(path) === text);
      if (!isRight) report('wrong answers', [`${path} ${text}`]);
    }
  });
  await Promise.all([acting, ...callers]);
}
