/** Cells are worth about the same: none takes more processor time than 8 cells of an ordinary simulation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as engine from '#engine/answers.ts';
import { RequestError } from '#engine/refusal.ts';
import { cellWeight, comparisonCells, RANGE_CELLS } from '#engine/simulation/cell-weight.ts';
import { seededRandom } from '../../pipeline/test/seeded-random.ts';
import { COMPUTED } from '../tools/bench/calls.ts';
import { builtDefault } from './default-dataset.ts';
import { type SimulationCall, simulationCalls } from './random-simulations.ts';

const { loaded: DATA } = await builtDefault();
const [ordinaryPath, ordinaryBody] = COMPUTED['the same with a power charge'];
const ORDINARY = callOf(ordinaryPath, ordinaryBody);
const MOST = 8;
/** How often a call that seems too expensive is made again: other work on the machine makes all of them slower. */
const ROUNDS = 4;
const RUNS = 60;

/** The search starts from the most expensive calls that are known. */
const KNOWN = Object.values(COMPUTED).map(([path, body]) => callOf(path, body));

function callOf(path: string, body: object): SimulationCall {
  return { path: path.replace('/api/v1/', ''), body };
}

function cellsOf({ path, body }: SimulationCall): number {
  if (path === 'simulation') return cellWeight(engine.simulationCase(DATA, body));
  if (path === 'simulation/range') return RANGE_CELLS * cellWeight(engine.rangeCase(DATA, body));
  return comparisonCells(engine.strategiesCase(DATA, body));
}

function answer({ path, body }: SimulationCall): void {
  if (path === 'simulation') engine.simulation(DATA, body);
  else if (path === 'simulation/range') engine.range(DATA, body);
  else engine.strategies(DATA, body);
}

/** Processor time of a call, microseconds. */
function costOf(call: SimulationCall): number {
  const before = process.cpuUsage();
  answer(call);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Cost of a cell as a multiple of an ordinary simulation's, which has one. The least of rounds until it is low enough. */
function costOfCell(call: SimulationCall, cells: number): number {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least > MOST; round++) {
    const ordinary = Math.min(...[1, 2, 3].map(() => costOf(ORDINARY)));
    least = Math.min(least, costOf(call) / cells / ordinary);
  }
  return least;
}

function checkCost(call: SimulationCall): void {
  const cells = cellsOf(call);
  const cost = costOfCell(call, cells);
  const body = JSON.stringify(call.body, (_, value) => (value?.length > 100 ? 'hours' : value));
  assert.ok(cost <= MOST, `a cell costs ${cost} ordinary ones (${call.path}, ${cells}): ${body}`);
}

test('a cell of the most expensive calls known costs at most 8 ordinary ones', () => {
  for (let i = 0; i < 10; i++) answer(ORDINARY);
  for (const call of KNOWN) if (!call.path.startsWith('pv-yield')) checkCost(call);
});

test('a cell of any simulation costs at most 8 ordinary ones', () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1 }), (seed) => {
      const call = simulationCalls(seededRandom(seed))();
      try {
        cellsOf(call);
      } catch (error) {
        // A price list may be longer, or its cells more, than is allowed.
        if (error instanceof RequestError) return;
        throw error;
      }
      accepted++;
      checkCost(call);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  assert.ok(accepted > RUNS / 2, `only ${accepted} were accepted`);
});
