/** The search for expensive simulations: processor time of each call, and of each cell that it is counted for. */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { group, max, median } from 'd3-array';
import { seededRandom } from '#common/seeded-random.ts';
import { DEFAULT_RATE_LIMITS } from '../../http/guards/limits.ts';
import type { Program } from '../../test/start-program.ts';
import { type SimulationCall, simulationCalls } from './random-simulations.ts';
import { startTarget } from './target.ts';

const MS_A_TICK = 10;
const CALLS = 120;
/** Calls from which on the code of the threads is compiled. */
const WARM_UP = 10;
/** The most that a call may take, ms of processor time. */
const MOST_MS_A_CALL = 2000;
const CELLS = DEFAULT_RATE_LIMITS.simulationCells.withoutKey;
/** The cells of a minute may take 15 s of processor time together. */
const MOST_MS_A_CELL = 15_000 / CELLS;

interface Cost {
  path: string;
  status: number;
  ms: number;
  cells: number;
}

/**
 * Sends random simulations one after the other, each from an address of its own; prints a table.
 * @returns a line of figures
 * @throws Error when a call, or a cell, takes more processor time than it may
 */
export async function searchSimulationCosts(): Promise<string> {
  const target = await startTarget({ env: { TRUST_PROXY: '1' } });
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
  for (let i = -WARM_UP; i < CALLS; i++) {
    const cost = await costOf(
      target,
      draw(),
      `10.200.${(i + WARM_UP) >> 8}.${(i + WARM_UP) & 255}`,
    );
    if (i >= 0) costs.push(cost);
  }
  const computed = costs.filter(({ cells }) => cells > 0);
  printTable(computed, seed);
  const mostMs = max(computed, ({ ms }) => ms) ?? 0;
  const mostMsACell = max(computed, ({ ms, cells }) => ms / cells) ?? 0;
  const line = `${computed.length} simulations of ${CALLS} (seed ${seed}): at most ${mostMs.toFixed(0)} ms a call (bound ${MOST_MS_A_CALL}), ${mostMsACell.toFixed(0)} ms a cell (bound ${MOST_MS_A_CELL})`;
  const unforeseen = costs.find(({ status }) => ![200, 422, 503].includes(status));
  if (unforeseen) throw new Error(`${line}: a ${unforeseen.path} answers ${unforeseen.status}`);
  if (computed.length < CALLS / 2) throw new Error(`${line}: too few were accepted`);
  if (mostMs > MOST_MS_A_CALL || mostMsACell > MOST_MS_A_CELL) throw new Error(line);
  return line;
}

async function costOf(
  { base, pid }: Program,
  { path, body }: SimulationCall,
  address: string,
): Promise<Cost> {
  const beforeMs = processMs(pid);
  const response = await fetch(`${base}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  const left = /"simulation-cells";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1];
  return {
    path,
    status: response.status,
    ms: processMs(pid) - beforeMs,
    cells: left === undefined ? 0 : CELLS - Number(left),
  };
}

/** Processor time that a process has had, ms, with that of threads that have ended. */
function processMs(pid: number): number {
  const [, fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * MS_A_TICK;
}

function printTable(costs: readonly Cost[], seed: number): void {
  console.log(`\nRandom simulations (seed ${seed}): processor time, ms`);
  const columns = ['calls', 'median', 'most', 'most a cell'];
  console.log(`${'route'.padEnd(32)}${columns.map((name) => name.padStart(12)).join('')}`);
  for (const [path, ofPath] of group(costs, (cost) => cost.path)) {
    const figures = [
      ofPath.length,
      median(ofPath, ({ ms }) => ms) ?? 0,
      max(ofPath, ({ ms }) => ms) ?? 0,
      max(ofPath, ({ ms, cells }) => ms / cells) ?? 0,
    ];
    const line = figures.map((figure) => figure.toFixed(0).padStart(12)).join('');
    console.log(`${path.padEnd(32)}${line}`);
  }
}
