/** The search for expensive simulations: processor time of each call, and of each cell that it is counted for. */
import { randomInt } from 'node:crypto';
import { max } from 'd3-array';
import { seededRandom } from '../../../pipeline/test/seeded-random.ts';
import { DEFAULT_RATE_LIMITS } from '../../http/guards/limits.ts';
import { processorMs } from '../../test/process-figures.ts';
import { type Program, SERVICE, startReady } from '../../test/start-program.ts';
import { type SimulationCall, simulationCalls } from './random-simulations.ts';

const CALLS = 120;
/** How often a call that seems too expensive is made again. */
const ROUNDS = 3;
/** The most that a call may take, ms of processor time. */
const MOST_MS_A_CALL = 2000;
const CELLS = DEFAULT_RATE_LIMITS.simulationCells.withoutKey;
/** The cells of a minute may take 15 s of processor time together. */
const MOST_MS_A_CELL = 15_000 / CELLS;

interface Cost {
  status: number;
  ms: number;
  cells: number;
}

/**
 * Sends random simulations one after the other, each from an address of its own.
 * @returns a line of figures
 * @throws Error when a call, or a cell, takes more processor time than it may
 */
export async function searchSimulationCosts(): Promise<string> {
  const target = await startReady([SERVICE], { env: { TRUST_PROXY: '1' } });
  try {
    return await search(target);
  } finally {
    await target.stop();
  }
}

async function search(target: Program): Promise<string> {
  const seed = randomInt(1e9);
  const draw = simulationCalls(seededRandom(seed));
  const costs: Cost[] = [];
  for (let i = 0; i < CALLS; i++) {
    const call = draw();
    let cost = await costOf(target, call);
    // The first are slower: their code is not yet compiled.
    for (let round = 1; isTooExpensive(cost) && round < ROUNDS; round++)
      cost = await costOf(target, call);
    costs.push(cost);
  }
  const computed = costs.filter(({ cells }) => cells > 0);
  const mostMs = max(computed, ({ ms }) => ms) ?? 0;
  const mostMsACell = max(computed, ({ ms, cells }) => ms / cells) ?? 0;
  const line = `${computed.length} simulations of ${CALLS} (seed ${seed}): at most ${mostMs.toFixed(0)} ms of processor time a call (limit ${MOST_MS_A_CALL}), ${mostMsACell.toFixed(0)} ms a cell (limit ${MOST_MS_A_CELL})`;
  const unforeseen = costs.find(({ status }) => ![200, 422, 503].includes(status));
  if (unforeseen) throw new Error(`${line}: one answers ${unforeseen.status}`);
  if (computed.length < CALLS / 2) throw new Error(`${line}: too few were accepted`);
  if (costs.some(isTooExpensive)) throw new Error(line);
  return line;
}

function isTooExpensive({ ms, cells }: Cost): boolean {
  return cells > 0 && (ms > MOST_MS_A_CALL || ms / cells > MOST_MS_A_CELL);
}

let callers = 0;

async function costOf({ base, pid }: Program, { path, body }: SimulationCall): Promise<Cost> {
  const address = `10.200.${callers >> 8}.${callers++ & 255}`;
  const beforeMs = processorMs(pid);
  const response = await fetch(`${base}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  const left = /"simulation-cells";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1];
  const cells = left === undefined ? 0 : CELLS - Number(left);
  return { status: response.status, ms: processorMs(pid) - beforeMs, cells };
}
