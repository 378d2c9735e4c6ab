import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fleetWatch } from './fleet-watch.ts';

const MINUTE = 60_000;

/** A watch of half an hour, and what it has told with the second of it. */
function watch() {
  const told: string[] = [];
  const fleet = fleetWatch(
    30 * MINUTE,
    () => 'No worker is there',
    (text) => told.push(text),
  );
  /** Looks every second of a time. @throws Error of the watch, with the second */
  const look = (fromMs: number, toMs: number, workers?: number) => {
    for (let ms = fromMs; ms < toMs; ms += 1_000) {
      if (workers !== undefined) fleet.report(workers, ms);
      fleet.look(ms);
    }
  };
  return { ...fleet, lookEverySecond: look, told };
}

test('that no worker is there is told every 30 s, and after WAIT the build is given up by name', () => {
  const { lookEverySecond, told } = watch();
  lookEverySecond(0, 30 * MINUTE, 0);
  assert.equal(told.length, 59);
  assert.equal(told[0], 'No worker is there, for 30 s (given up after 30 min, WAIT).');
  assert.match(told[58], /^No worker is there, for 1770 s/);
  assert.throws(
    () => lookEverySecond(30 * MINUTE, 31 * MINUTE, 0),
    /^Error: No worker is there, for the 30 min of WAIT\. The same command takes the build up again\.$/,
  );
});

test('a worker that comes begins the wait anew; parts that are done need none', () => {
  const { lookEverySecond, told, rest } = watch();
  lookEverySecond(0, 29 * MINUTE, 0);
  lookEverySecond(29 * MINUTE, 30 * MINUTE, 1);
  told.length = 0;
  lookEverySecond(30 * MINUTE, 59 * MINUTE, 0);
  assert.match(told[0], /for 30 s/);
  rest();
  told.length = 0;
  lookEverySecond(59 * MINUTE, 300 * MINUTE, 0);
  assert.deepEqual(told, []);
});

test('where nobody can be counted, as without the Redis, the wait goes on', () => {
  const { lookEverySecond, told } = watch();
  lookEverySecond(0, 10 * MINUTE);
  assert.deepEqual(told, [], 'before the first count nobody is missed');
  lookEverySecond(10 * MINUTE, 11 * MINUTE, 2);
  assert.throws(() => lookEverySecond(11 * MINUTE, 60 * MINUTE), /of WAIT/);
  assert.equal(told.length, 59);
});
