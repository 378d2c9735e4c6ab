/** Faults around the integrations: kills, the clock, and providers that misbehave. Each piece of work is done once. */
import assert from 'node:assert/strict';
import type { Reply } from '../../integrations/test/fakes/server.ts';
import { startOrders } from '../../integrations/test/orders.ts';
import { listen } from '../../test/listen.ts';
import { until } from '../../test/until.ts';
import { report, suite, survive } from './tally.ts';

const HOUR_MS = 3_600_000;
const KILLS = 10;

async function startCounted() {
  const orders = await startOrders();
  return {
    ...orders,
    async settle() {
      const { lost, doubled } = await orders.settle();
      report('lost', lost);
      report('doubled', doubled);
    },
  };
}

suite('kill -9 of the integrations, and its clock', false, async (random) => {
  const { fakes, clock, order, settle, start } = await startCounted();
  let posts = 0;
  for (const fake of fakes) {
    // Every fifth POST loses its answer, every tenth call is refused for a while.
    fake.isLost = ({ method }) => method === 'POST' && ++posts % 5 === 0;
    fake.refuses = () => (random(10) === 0 ? { status: [503, 423, 429][random(3)] } : undefined);
  }
  const calls = () => fakes.reduce((sum, fake) => sum + fake.calls.length, 0);
  const orders: Promise<void>[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    // What is due waits for a clock that was set back, which later kills set forward.
    const [count, hours] = [1 + random(20), kill % 5 === 2 ? -30 : 10 + random(30)];
    await survive(`kill -9 after ${count} calls, and the clock is set by ${hours} h`, async () => {
      const { stop } = await start();
      const from = calls();
      orders.push(order(), order());
      await until(() => calls() >= from + count, 'the calls come');
      clock.move(hours * HOUR_MS);
      await stop();
    });
  }
  const { stop } = await start();
  await Promise.all(orders);
  for (const fake of fakes) fake.refuses = () => undefined;
  await settle();
  await stop();
});

const headers = { 'content-type': 'application/json' };
const redirect = (location: string): Reply => ({ status: 302, headers: { location } });
const wait = (text: string): Reply => ({ status: 429, headers: { 'retry-after': text } });

suite('providers that misbehave', false, async (random) => {
  const { fakes, order, settle, start } = await startCounted();
  await start();
  let visits = 0;
  const inside = await listen((_request, response) => void response.end(String(++visits)));
  const answers: [string, Reply][] = [
    ['19 MB', { status: 200, headers, body: Buffer.alloc(19e6, 32) }],
    ['JSON that is cut off', { status: 200, headers, body: Buffer.from('{"id": "1", "na') }],
    ['nothing', { status: 0 }],
    ['Retry-After of 3 000 years', wait('99999999999')],
    ['Retry-After of words', wait('soon')],
    ['Retry-After of the past', wait('Thu, 01 Jan 1970 00:00:00 GMT')],
    ['a redirect to loopback', redirect(inside.base)],
    ['a redirect to the metadata of a cloud', redirect('http://169.254.169.254/latest/')],
  ];
  for (const [answer, reply] of answers) {
    for (const when of ['refuses', 'spoils'] as const) {
      const how = when === 'refuses' ? 'is not done' : 'is done';
      await survive(`providers answer ${answer} to a call that ${how}`, async () => {
        for (const fake of fakes) {
          let calls = random(5);
          fake[when] = () => (calls-- === 0 ? reply : undefined);
        }
        await order();
        await settle();
      });
      for (const fake of fakes) fake[when] = () => undefined;
    }
  }
  inside.close();
  assert.equal(visits, 0);
});
