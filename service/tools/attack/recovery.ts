/**
 * A caller who has nothing to do with the load: `recovery.ts BASE`. On a message it asks for /livez and a lookup until
 * both have come quickly ten times in a row, and reports after how many seconds that began.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { addressAt, call, LOOKUP } from './attack.ts';

const LIVELY_MS = 50;
const IN_A_ROW = 10;

const [base] = process.argv.slice(2);
const target = addressAt(base);

async function isLively(): Promise<boolean> {
  const asked = performance.now();
  const { status: lives } = await call(target, '/livez');
  const live = performance.now();
  const { status } = await call(target, LOOKUP, { headers: { 'x-forwarded-for': '192.0.2.1' } });
  return (
    lives === 200 && status === 200 && Math.max(live - asked, performance.now() - live) < LIVELY_MS
  );
}

async function secondsUntilLively(): Promise<number> {
  const began = performance.now();
  let since = began;
  for (let inARow = 0; inARow < IN_A_ROW; ) {
    const asked = performance.now();
    inARow = (await isLively()) ? inARow + 1 : 0;
    if (inARow === 1) since = asked;
    await wait(20);
  }
  return (since - began) / 1000;
}

process.on('message', async () => process.send?.(await secondsUntilLively()));
process.send?.('ready');
