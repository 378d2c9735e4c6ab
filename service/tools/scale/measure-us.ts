import { loadavg } from 'node:os';
import { type Call, loadWithoutFault } from '../../test/load.ts';
import { processorMs } from '../../test/process-figures.ts';

const RUNS = 3;

/**
 * Processor time a call takes of each of some processes, microseconds: the least of runs, the first to warm up.
 * @throws Error when the machine is so loaded that no call is answered
 */
export async function measureUs(
  base: string,
  pids: readonly number[],
  next: () => Call,
  connections = 16,
): Promise<number[]> {
  const least = pids.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run <= RUNS; run++) {
    const before = pids.map(processorMs);
    const { answered } = await loadWithoutFault(base, { connections, seconds: 3, next });
    if (answered === 0)
      throw new Error(`${base} answered nothing in 3 s at a load of ${loadavg()[0].toFixed(0)}.`);
    if (run === 0) continue;
    for (const [i, pid] of pids.entries())
      least[i] = Math.min(least[i], (1000 * (processorMs(pid) - before[i])) / answered);
  }
  return least.map(Math.round);
}
