/** Measures the service on this machine: its start, its memory, its lookups in process and over HTTP. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../test/free-port.ts';
import { residentMb } from '../attack/target.ts';
import { bundle } from '../bundle/bundle.ts';
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

/** What `bench.ts start|http|simulation` measures; without a name all of it. */
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

const { service } = await bundle();
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
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [service], {
    cwd: PROJECT,
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  try {
    const response = await untilAnswered(
      `http://127.0.0.1:${port}/api/v1/pv-yield?${QUERY}`,
      began,
    );
    await response.json();
    if (response.status !== 200) {
      throw new Error(`The service answered ${response.status}. Run "make artifacts" first.`);
    }
    return {
      firstAnswerMs: performance.now() - began,
      megabytes: residentMb(child.pid ?? 0),
    };
  } finally {
    // The next start is not measured beside the end of this one.
    child.kill('SIGKILL');
    await exit;
  }
}

async function untilAnswered(url: string, began: number): Promise<Response> {
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response) return response;
    if (performance.now() - began > 30_000) throw new Error('The service did not answer in 30 s.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
