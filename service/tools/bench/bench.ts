/** Measures the service on this machine: its start, its memory, its lookups in process and over HTTP. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { median } from 'd3-array';
import { readPvYield } from '../../../schemas/codec/read-artifact.ts';
import { emptyWeights, spatialWeights } from '../../api/spatial-weights.ts';
import { emptyYield, planeYield, pointNumbers } from '../../api/yield/lookup.ts';
import { processorMs, residentMb } from '../../test/process-figures.ts';
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { benchBodies } from './bench-bodies.ts';
import { benchEurope } from './bench-europe.ts';
import { benchHttp } from './bench-http.ts';
import { benchSeries } from './bench-series.ts';
import { benchSimulation } from './bench-simulation.ts';

const RUNS = 5;
const LOOKUPS = 1_000_000;
const PLACES = 4096;
const WARM_UP_RUNS = 3;
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const QUERY = 'lat=59.33&lng=18.07&tilt=40&azimuth=180';

/** A server that has nothing to load. */
const EMPTY = `const server = require('node:http').createServer((request, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log('Listening at http://127.0.0.1:' + server.address().port));`;

const { values: options, positionals } = parseArgs({
  options: { fine: { type: 'string' }, europe: { type: 'string' } },
  allowPositionals: true,
});

/** Parts that `bench.ts start|http|simulation|europe` measures. */
const PARTS: Record<string, () => Promise<void>> = {
  async start() {
    console.log(
      'Service, medians of five starts in turn with an empty node:http: from the start of the process to the first answer, memory after it',
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
  async europe() {
    if (!options.europe) throw new Error('--europe is missing, expected the folder of a build.');
    console.log(
      'Service on it, medians of five starts in turn with an empty node:http: from the start of the process to the first answer, memory after it',
    );
    await benchStart('default dataset', {});
    await benchStart('Europe at 0.1°', { ARTIFACTS: options.europe });
    console.log('\nLookups at places drawn over each coverage, medians of five rounds in turn');
    await benchEurope(`${PROJECT}artifacts`, options.europe);
  },
  async simulation() {
    console.log('\nSeries of a roof');
    await benchSeries(`${PROJECT}artifacts/pv-yield.bin`);
    console.log('\nSimulation over HTTP, medians');
    await benchSimulation();
  },
};

for (const part of positionals) await PARTS[part]();

async function benchStart(name: string, env: Record<string, string>): Promise<void> {
  const own: StartCost[] = [];
  const empty: StartCost[] = [];
  for (let i = 0; i < RUNS; i++) {
    empty.push(await startOnce(['-e', EMPTY], env));
    own.push(await startOnce([SERVICE], env));
  }
  const middle = (all: StartCost[], what: keyof StartCost) =>
    median(all, (cost) => cost[what]) ?? Number.NaN;
  const times = (what: keyof StartCost) => (middle(own, what) / middle(empty, what)).toFixed(1);
  console.log(
    `  ${name.padEnd(18)}${middle(own, 'firstAnswerMs').toFixed(0).padStart(6)} ms, ${times('firstAnswerMs')} times the empty one's; ${middle(own, 'cpuMs').toFixed(0)} ms of processor time, ${times('cpuMs')} times;${middle(own, 'megabytes').toFixed(0).padStart(4)} MB`,
  );
}

interface StartCost {
  firstAnswerMs: number;
  cpuMs: number;
  megabytes: number;
}

async function startOnce(words: string[], env: Record<string, string>): Promise<StartCost> {
  const began = performance.now();
  const { base, pid, stop } = await startProgram(words, { env });
  try {
    const response = await fetch(`${base}/api/v1/pv-yield?${QUERY}`);
    await response.json();
    const firstAnswerMs = performance.now() - began;
    if (response.status !== 200) {
      throw new Error(`The service answered ${response.status}. Run "make artifacts" first.`);
    }
    return { firstAnswerMs, cpuMs: processorMs(pid), megabytes: residentMb(pid) };
  } finally {
    // The next start is not measured while this one ends.
    await stop();
  }
}

/** Prints the rate of the numbers of a PvYield: twelve months, year, in-plane, optimum. */
async function benchLookup(path: string): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc: () => void = runInNewContext('gc');
  const artifact = await readPvYield(path);
  const around = emptyWeights();
  const found = emptyYield();
  const run = () => {
    for (let i = 0; i < LOOKUPS; i++) {
      const place = i % PLACES;
      spatialWeights(artifact, 56 + (place % 97) / 10, 13.2 + (place % 31) / 10, around);
      planeYield(artifact, around, (place * 7) % 90, (place * 11) % 360, found);
      pointNumbers(artifact, around, found);
    }
  };
  for (let i = 0; i < WARM_UP_RUNS; i++) run();
  gc();
  const heapBefore = process.memoryUsage().heapUsed;
  const beganMs = performance.now();
  run();
  const seconds = (performance.now() - beganMs) / 1000;
  const bytes = (process.memoryUsage().heapUsed - heapBefore) / LOOKUPS;
  console.log(
    `  in process ${(LOOKUPS / seconds / 1e6).toFixed(2)} million lookups/s on one core, ${Math.max(0, bytes).toFixed(2)} bytes of garbage each`,
  );
}
