/** A caller with a key who never leaves a simulation slot free, beside one who asks now and then. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newApiKey } from '../../http/guards/api-keys.ts';
import { CONCURRENT_SIMULATIONS } from '../../http/guards/limits.ts';
import { type Attack, call, simulationBody } from './attack.ts';
import type { Target } from './target.ts';

const RUNS_AT_A_TIME = 4;
const ALONE_MS = 4_000;
const POLITE_CALLS = 50;
const POLITE_EVERY_MS = 300;
/** How long a holder who keeps another out leaves a free slot to others. */
const LEFT_MS = 50;
/** Least share of the answers that the rule gives the polite one: not every moment is alike. */
const LEAST_SERVED = 0.55;
/** Least share of the runs a second that the greedy one has alone. */
const LEAST_LEFT = 0.2;

const GREEDY = simulationBody({
  prices: { peak_charge_sek_per_kw_month: 60 },
  battery: { capacity_kwh: 10, strategy: 'combined' },
});
const POLITE = simulationBody();

const folder = mkdtempSync(join(tmpdir(), 'greedy-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const [greedy, polite] = ['greedy', 'polite'].map(newApiKey);
writeFileSync(join(folder, 'keys'), `${greedy.line}\n${polite.line}\n`);

let address = 0;
/** Calls as the holder of a key, from ever new addresses, each of which has limits of its own. */
async function ask(target: Target, { key }: typeof polite, body: string): Promise<number> {
  const from = `198.51.${(address >> 8) & 255}.${address++ & 255}`;
  const headers = { 'x-api-key': key, 'x-forwarded-for': from };
  const { status } = await call(target, '/api/v1/simulation', { method: 'POST', body, headers });
  assert.ok(status === 200 || status === 503, `a simulation answers ${status}`);
  return status;
}

/** Runs without a pause; the function ends it and gives how many were computed a second. */
function runGreedily(target: Target): () => Promise<number> {
  const beganMs = performance.now();
  let going = true;
  let computed = 0;
  const run = async () => {
    while (going) if ((await ask(target, greedy, GREEDY)) === 200) computed++;
  };
  const runs = Array.from({ length: RUNS_AT_A_TIME }, run);
  return async () => {
    going = false;
    const seconds = (performance.now() - beganMs) / 1000;
    await Promise.all(runs);
    return computed / seconds;
  };
}

/** Share of the time in which one of the two slots is free when each is left to others after a run. */
function shareFree(runsASecond: number): number {
  const fromRunToRunMs = (1000 * CONCURRENT_SIMULATIONS) / runsASecond;
  const taken = Math.max(0, 1 - LEFT_MS / fromRunToRunMs);
  return 1 - taken ** CONCURRENT_SIMULATIONS;
}

async function shareSlots(target: Target): Promise<string> {
  const endAlone = runGreedily(target);
  await wait(ALONE_MS);
  const alone = await endAlone();
  const endBeside = runGreedily(target);
  const calls: Promise<number>[] = [];
  for (let i = 0; i < POLITE_CALLS; i++) {
    await wait(POLITE_EVERY_MS);
    calls.push(ask(target, polite, POLITE));
  }
  const statuses = await Promise.all(calls);
  const beside = await endBeside();
  const served = statuses.filter((status) => status === 200).length;
  const least = LEAST_SERVED * POLITE_CALLS * shareFree(beside);
  const line = `${POLITE_CALLS - served} of the polite one's ${POLITE_CALLS} calls met busy slots (bound ${Math.floor(POLITE_CALLS - least)}); the greedy one had ${beside.toFixed(1)} runs a second, alone ${alone.toFixed(1)}`;
  assert.ok(served >= least && beside >= LEAST_LEFT * alone, line);
  return line;
}

export const GREEDY_ATTACKS: Attack[] = ['1', '2'].map((processes) => ({
  name: `both slots for one key, PROCESSES=${processes}`,
  tried: `${RUNS_AT_A_TIME} endless runs of one key from ever new addresses, another key's simulation every ${POLITE_EVERY_MS} ms`,
  megabytes: 300,
  start: { env: { PROCESSES: processes, TRUST_PROXY: '1', API_KEYS_FILE: join(folder, 'keys') } },
  run: shareSlots,
}));
