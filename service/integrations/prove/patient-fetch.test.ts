import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testClock } from '../test/clock.ts';
import { patientFetch } from './patient-fetch.ts';

/** Answers each status once, and the last one for ever. */
function answering(...answers: [status: number, headers?: Record<string, string>][]) {
  let asked = 0;
  const fetch = async () => {
    const [status, headers = {}] = answers[Math.min(asked++, answers.length - 1)];
    return new Response('', { status, headers });
  };
  return { fetch, asked: () => asked };
}

test('it comes again as late as it is asked to, and after five seconds else', async () => {
  const clock = testClock(0);
  const { fetch, asked } = answering([429, { 'retry-after': '7' }], [503], [200]);
  const { status } = await patientFetch(fetch, clock.sleep)('http://127.0.0.1');
  assert.deepEqual([status, asked(), clock.ms], [200, 3, 12_000]);
});

test('it gives up after four tries, and waits a minute at most for each', async () => {
  const clock = testClock(0);
  const { fetch, asked } = answering([429, { 'retry-after': '86400' }]);
  const { status } = await patientFetch(fetch, clock.sleep)('http://127.0.0.1');
  assert.deepEqual([status, asked(), clock.ms], [429, 4, 180_000]);
});

test('a failure of which nobody knows what it did is not tried again', async () => {
  for (const status of [400, 404, 500, 502]) {
    const { fetch, asked } = answering([status]);
    await patientFetch(fetch, testClock().sleep)('http://127.0.0.1');
    assert.equal(asked(), 1, String(status));
  }
});
