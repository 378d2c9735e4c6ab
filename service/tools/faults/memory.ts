/** Memory of a service on ARTIFACTS: at the end at most 1.3 times that after the first tenth. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { noonProfile } from '../../api/simulation/test/requests.ts';
import { residentMb } from '../../test/process-figures.ts';
import { rawCall } from '../../test/service.ts';
import { SERVICE, startReady } from '../../test/start-program.ts';
import { until } from '../../test/until.ts';
import { suite, survive } from './tally.ts';

const COMPARISON = {
  method: 'POST',
  body: JSON.stringify({
    pv: { monthly_profile: noonProfile(3) },
    battery: { capacity_kwh: 10 },
    compare: { sizes_kwh: [10] },
  }),
};

suite('memory', false, async () => {
  // As `make serve` starts it.
  const env = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', TRUST_PROXY: '1' };
  const { base, child, pid, log, stop } = await startReady([SERVICE], { env });
  after(() => stop());
  let calls = 0;
  async function make(times: number, path: string, options = {}) {
    for (let i = 0; i < times; i++) {
      const headers = { 'x-forwarded-for': `10.0.${++calls >> 8}.${calls & 255}` };
      // An overloaded machine answers 503.
      const isAnswered = async () =>
        (await rawCall(base, path, { ...options, headers })).status === 200;
      await until(isAnswered, `${path} is answered`);
    }
  }
  await survive('120 reloads, 1 000 comparisons, 10 000 visits', async () => {
    const memoryMb: number[] = [];
    for (let tenth = 0; tenth < 10; tenth++) {
      for (let i = 0; i < 12; i++) {
        log.length = 0;
        child.kill('SIGHUP');
        await until(() => log.some((line) => /prices loaded/.test(line)), 'they are loaded');
      }
      await make(100, '/api/v1/simulation/battery-strategies', COMPARISON);
      await make(1_000, '/');
      memoryMb.push(Math.round(residentMb(pid)));
    }
    console.log(`  ${memoryMb.join(', ')} MB`);
    assert.ok(memoryMb[9] <= 1.3 * memoryMb[0], 'memory grows');
  });
});
