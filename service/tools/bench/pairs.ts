/** Processor time of calls to several servers in turn: what else the machine does meets all of them alike. */
import { median } from 'd3-array';
import { type Call, load } from '../../test/load.ts';
import { processorMs } from '../../test/process-figures.ts';
import { rawCall } from '../../test/service.ts';
import type { Program } from '../../test/start-program.ts';

const ROUNDS = 5;
const CONNECTIONS = 32;
const SECONDS = 2;

/** Something that can be measured, by its processor time, ms. */
export type Measured = () => Promise<number>;

/** Medians of rounds in which each is measured in turn. The first round warms up. */
export async function inTurn(measured: Measured[], rounds = ROUNDS): Promise<number[]> {
  const times: number[][] = measured.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [i, measure] of measured.entries()) {
      const ms = await measure();
      if (round > 0) times[i].push(ms);
    }
  }
  return times.map((all) => median(all) ?? Number.NaN);
}

/** Processor time of one call under full load. */
export function underLoad({ base, pid }: Program, next: () => Call): Measured {
  return async () => {
    const beforeMs = processorMs(pid);
    const answered = await load(base, { connections: CONNECTIONS, seconds: SECONDS, next });
    return (processorMs(pid) - beforeMs) / answered;
  };
}

/** Processor time of one call after the other. Its threads count. */
export function oneByOne({ base, pid }: Program, next: () => Call, calls: number): Measured {
  return async () => {
    const beforeMs = processorMs(pid);
    for (let i = 0; i < calls; i++) {
      const { path, ...rest } = next();
      const { status, text } = await rawCall(base, path, rest);
      if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`);
    }
    return (processorMs(pid) - beforeMs) / calls;
  };
}

/** Prints a figure in a unit that suits it, and its ratios to the others of its run. */
export function printRow(name: string, ms: number, ratios: Record<string, number>): void {
  const figure = ms < 1 ? `${(1000 * ms).toFixed(0)} us` : `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
  const notes = Object.entries(ratios).map(([other, ratio]) => `${ratio.toFixed(2)} x ${other}`);
  console.log(`  ${name.padEnd(52)}${figure.padStart(9)}  ${notes.join(', ')}`);
}
