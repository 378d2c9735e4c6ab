/**
 * `make faults`: what one machine, one tenant or one provider can do, on real parts. Exit code 1 unless every fault was
 * survived, and nothing was lost, doubled or answered wrongly. SEED repeats a run's random numbers.
 */
import { test } from 'node:test';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';
import './integrations.ts';
import './service.ts';
import { suites, tally } from './tally.ts';

const SEED = Number(process.env.SEED ?? 1);

// Two at a time: most of the time is spent on waiting.
test(`faults of SEED=${SEED}`, { concurrency: 2 }, async (t) => {
  const runs = suites.map(([name, skip, run], i) => {
    const random = seededRandom(SEED + 1000 * i);
    return t.test(name, { skip }, () => run((below) => Math.floor(below * random())));
  });
  await Promise.all(runs);
});

process.once('exit', () => {
  if (tally.lost + tally.doubled + tally['wrong answers'] > 0) process.exitCode = 1;
  const counts = Object.entries(tally).map(([kind, count]) => `${count} ${kind}`);
  console.log(counts.join(', '));
});
