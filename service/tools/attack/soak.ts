/**
 * `make soak`: a day's mix of calls for ten minutes at 70 % of what the service can take, then for a minute
 * three times what it can take; figures; exit code 1 when a bound is broken. `soak.ts [SECONDS] [SECONDS]`,
 * 0 leaves a part out.
 */
import { once } from 'node:events';
import { mean, sum } from 'd3-array';
import { processorMs, residentMb } from '../../test/process-figures.ts';
import { loadMix, type Mix, type MixResult, mixedLoad } from './mixed-load.ts';
import { forkFile, startTarget } from './target.ts';

const [soakS = 600, overloadS = 60] = process.argv.slice(2).map(Number);
const CALLERS = { connections: 32, patienceS: 60 };
/** Load: from 70 % of saturation on a queue would grow without end. */
const SOAK_SHARE = 0.7;
const OVERLOAD = 3;
/** More connections than MAX_CONNECTIONS would be refused. */
const MOST_CALLERS = 9_500;
const MOST_MB_A_MINUTE = 2;
const RECOVERED_WITHIN_S = 2;

const broken: string[] = [];
const target = await startTarget({ env: { TRUST_PROXY: '1' } });
try {
  await target.ready();
  const mix = await mixedLoad(target);
  await loadMix(target, mix, { ...CALLERS, seconds: 5 });
  const { perSecond } = await loadMix(target, mix, { ...CALLERS, seconds: 10 });
  console.log(`The mix saturates the service at ${perSecond.toFixed(0)} calls/s.`);
  if (soakS > 0) await soak(mix, perSecond * SOAK_SHARE);
  if (overloadS > 0) await overload(perSecond * OVERLOAD);
} finally {
  await target.stop();
}
for (const sentence of broken) console.log(`BROKEN  ${sentence}`);
if (broken.length === 0) console.log('Every bound holds.');
process.exit(broken.length === 0 ? 0 : 1);

async function soak(mix: Mix, perSecond: number): Promise<void> {
  const memory = sampleMemory();
  const result = await loadMix(target, mix, { ...CALLERS, seconds: soakS, perSecond });
  const { firstMb, lastMb, mbAMinute } = memory.end();
  report(`Soak, ${soakS} s at ${perSecond.toFixed(0)}/s`, result);
  console.log(
    `  memory ${firstMb.toFixed(0)} MB, in the end ${lastMb.toFixed(0)} MB, slope ${mbAMinute.toFixed(2)} MB a minute (bound ${MOST_MB_A_MINUTE})`,
  );
  if (mbAMinute > MOST_MB_A_MINUTE) broken.push('Memory grows.');
}

/** So many callers that each of them, who gives up after a second and asks again, makes it three times too much. */
async function overload(perSecond: number): Promise<void> {
  const callers = Math.min(Math.round(perSecond), MOST_CALLERS);
  const stranger = forkFile('recovery.ts', [target.base]);
  await once(stranger, 'message');
  const crowd = forkFile('overload-callers.ts', [target.base, String(callers), String(overloadS)]);
  const [result] = await once(crowd, 'message');
  report(`Overload, ${overloadS} s of ${callers} callers who give up after 1 s`, result);
  const gone = once(crowd, 'exit');
  crowd.kill('SIGKILL');
  await gone;
  const beforeMs = processorMs(target.pid);
  stranger.send('begin');
  const [seconds] = await once(stranger, 'message');
  const processorS = (processorMs(target.pid) - beforeMs) / 1000;
  console.log(
    `  lively again after ${seconds.toFixed(1)} s (bound ${RECOVERED_WITHIN_S}), a stranger asking; ${processorS.toFixed(1)} s of processor until he is sure`,
  );
  if (seconds > RECOVERED_WITHIN_S) broken.push(`It took ${seconds.toFixed(1)} s to recover.`);
}

function report(name: string, result: MixResult): void {
  const { sent, perSecond, byStatus, p50Ms, p99Ms, maxMs, gaveUp, faults } = result;
  const statuses = Object.entries(byStatus).map(([status, count]) => `${count} x ${status}`);
  console.log(
    `${name}: ${sent} sent, ${perSecond.toFixed(0)}/s answered: ${statuses.join(', ')}; ${gaveUp} gave up`,
  );
  console.log(`  p50 ${p50Ms} ms, p99 ${p99Ms} ms, max ${maxMs} ms; ${faults.length} faults`);
  if (faults.length > 0) broken.push(`${name}: ${faults.slice(0, 5).join('; ')}`);
}

/** Samples the resident set; the fitted line leaves out the first fifth, in which caches fill. */
function sampleMemory() {
  const points: [minutes: number, mb: number][] = [];
  const began = performance.now();
  const timer = setInterval(() => {
    points.push([(performance.now() - began) / 60_000, residentMb(target.pid)]);
    target.log.length = 0;
  }, 1000);
  return {
    end() {
      clearInterval(timer);
      const steady = points.slice(Math.floor(points.length / 5));
      const firstMb = steady[0][1];
      const lastMb = steady[steady.length - 1][1];
      return { firstMb, lastMb, mbAMinute: slopeOf(steady) };
    },
  };
}

/** Slope of the least squares' line. */
function slopeOf(points: [x: number, y: number][]): number {
  const meanX = mean(points, ([x]) => x) ?? 0;
  const meanY = mean(points, ([, y]) => y) ?? 0;
  const covariance = sum(points, ([x, y]) => (x - meanX) * (y - meanY));
  return covariance / sum(points, ([x]) => (x - meanX) ** 2);
}
