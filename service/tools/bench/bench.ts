/** Measures the service on this machine: its start, its memory, its lookups in process and over HTTP. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { residentMb } from '../../test/process-figures.ts';
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { benchBodies } from './bench-bodies.ts';
import { benchHttp } from './bench-http.ts';
import { benchLookup } from './bench-lookup.ts';
import { benchSeries } from './bench-series.ts';
import { benchSimulation } from './bench-simulation.ts';

const RUNS = 5;
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const QUERY = 'lat=59.33&lng=18.07&tilt=40&azimuth=180';

const { values: options, positionals } = parseArgs({
  options: { fine: { type: 'string' } },
  allowPositionals: true,
});

/** Parts that `bench.ts start|http|simulation` measures; without a name all of them. */
const PARTS: Record<string, () => Promise<void>> = {
  async start() {
    console.log(
      'Service, median of five starts: from the start of the process to the first answer, memory after it',
    );
    await benchStart('default dataset', {});
    if (options.fine) await benchStart('Sweden at 0.05°', { ARTIFACTS: options.fine });
  },
  async http() {
    console.log('\nLookups');
    await benchLookup(`${PROJECT}artifacts/pv-yield.bin`);
    console.log(
      '\nOver HTTP on loopback, load from another process, medians of five interleaved runs',
    );
    await benchHttp();
    console.log(
      '\nBodies made to cost, compressed: the slowest /livez meanwhile, median of 15 rounds',
    );
    await benchBodies();
  },
  async simulation() {
    console.log('\nSeries of a roof');
    await benchSeries(`${PROJECT}artifacts/pv-yield.bin`);
    console.log('\nSimulation over HTTP, medians');
    await benchSimulation();
  },
};

for (const part of positionals.length > 0 ? positionals : Object.keys(PARTS)) await PARTS[part]();

async function benchStart(name: string, env: Record<string, string>): Promise<void> {
  const runs = [];
  for (let i = 0; i < RUNS; i++) runs.push(await startOnce(env));
  runs.sort((a, b) => a.firstAnswerMs - b.firstAnswerMs);
  const { firstAnswerMs, megabytes } = runs[RUNS >> 1];
  console.log(
    `  ${name.padEnd(18)}${firstAnswerMs.toFixed(0).padStart(6)} ms${megabytes.toFixed(0).padStart(7)} MB`,
  );
}

async function startOnce(
  env: Record<string, string>,
): Promise<{ firstAnswerMs: number; megabytes: number }> {
  const began = performance.now();
  const { base, pid, stop } = await startProgram([SERVICE], { env });
  try {
    const response = await fetch(`${base}/api/v1/pv-yield?${QUERY}`);
    await response.json();
    if (response.status !== 200) {
      throw new Error(`The service answered ${response.status}. Run "make artifacts" first.`);
    }
    return { firstAnswerMs: performance.now() - began, megabytes: residentMb(pid) };
  } finally {
    // The next start is not measured while this one ends.
    await stop();
  }
}
