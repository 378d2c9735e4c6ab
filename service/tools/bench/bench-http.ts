/** Requests a second of the service compared with servers that do no work, and its latency. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from 'd3-array';
import { type Call, type Load, loadWithoutFault } from '../../test/load.ts';
import { processorMs } from '../../test/process-figures.ts';
import { type Program, startProgram } from '../../test/start-program.ts';
import { bundleEntries } from '../bundle/bundle.ts';

const RUNS = 5;
const CALLERS = { connections: 32, seconds: 2 };
const FOLDER = fileURLToPath(new URL('../../../dist-bench', import.meta.url));
const ENTRIES = {
  'bench-server': 'service/tools/bench/bench-server.ts',
  'simulation-worker': 'service/api/simulation/worker.ts',
};
export const LOOKUP = '/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10';

const PLACES = 4000;

/** Lookups of different places and planes in Sweden, the same in every run. */
const LOOKUPS = Array.from({ length: PLACES }, (_, i) => {
  const part = (step: number) => (i * step) % 1;
  const lat = 57 + 8 * part(0.618034);
  const lng = 14 + (lat - 57) / 4 + part(0.754878);
  const tilt = Math.floor(91 * part(0.56984));
  const azimuth = Math.floor(360 * part(0.324718));
  return `/api/v1/pv-yield?lat=${lat.toFixed(4)}&lng=${lng.toFixed(4)}&tilt=${tilt}&azimuth=${azimuth}&kwp=10`;
});

/** Prints the ratios and figures of lookups, 304s, batches and latency. */
export async function benchHttp(): Promise<void> {
  const service = await startServer('service');
  try {
    const lookup = await compare(service, 'lookup', {});
    await compare(service, 'lookup, compression offered', { 'accept-encoding': 'gzip, br' });
    await compare(service, '304', { 'if-none-match': '*' });
    await benchBatch(service);
    await benchLatency(service, lookup);
  } finally {
    await service.stop();
  }
  console.log('  beside: PVGIS answers 30 calls/s of one address, then 429');
}

/**
 * Medians of different lookups: requests a second and processor time a request of the service, next to bare
 * Express and raw node:http that send one answer with the same headers; interleaved.
 */
async function compare(
  service: Program,
  name: string,
  headers: Record<string, string>,
): Promise<number> {
  const answer = await answerOf(service.base + LOOKUP, headers);
  const bare = await startServer('express', answer);
  const raw = await startServer('http', answer);
  const servers = [service, bare, raw];
  const rates: number[][] = servers.map(() => []);
  const costsUs: number[][] = servers.map(() => []);
  try {
    for (const { base } of servers)
      await loadWithoutFault(base, { ...CALLERS, ...lookups(headers) });
    for (let run = 0; run < RUNS; run++) {
      for (const [i, server] of servers.entries()) {
        const { perSecond, costUs } = await costOf(server, lookups(headers));
        rates[i].push(perSecond);
        costsUs[i].push(costUs);
      }
    }
  } finally {
    await bare.stop();
    await raw.stop();
  }
  const middle = (values: number[]) => median(values) ?? Number.NaN;
  const [own, ofExpress, ofHttp] = costsUs.map(middle);
  const percent = (other: number) => `${((100 * other) / own).toFixed(0)} %`;
  console.log(
    `  ${name.padEnd(28)}${middle(rates[0]).toFixed(0).padStart(6)}/s, ${own.toFixed(0)} us of processor time; as fast as ${percent(ofExpress)} of bare Express (${ofExpress.toFixed(0)} us), ${percent(ofHttp)} of node:http (${ofHttp.toFixed(0)} us)`,
  );
  return middle(rates[0]);
}

/** One lookup after the other. */
function lookups(headers: Record<string, string> = {}): Pick<Load<Call>, 'next'> {
  let i = 0;
  return { next: () => ({ path: LOOKUPS[i++ % PLACES], headers }) };
}

async function benchBatch(service: Program): Promise<void> {
  const path = '/api/v1/pv-yield/batch';
  let i = 0;
  const bodies = batchBodies();
  const next = () => ({ method: 'POST', path, body: bodies[i++ % bodies.length] }) as const;
  const batchesUs = [];
  const ratios = [];
  for (let run = 0; run < RUNS; run++) {
    const { costUs: lookupUs } = await costOf(service, lookups());
    const { costUs: batchUs } = await costOf(service, { next });
    batchesUs.push(batchUs);
    ratios.push(batchUs / lookupUs);
  }
  const batchUs = median(batchesUs) ?? Number.NaN;
  const ratio = median(ratios) ?? Number.NaN;
  console.log(
    `  batch of 50 items ${batchUs.toFixed(0)} us of processor time, that of ${ratio.toFixed(1)} lookups`,
  );
}

/** The lookups in batches of fifty. */
function batchBodies(): string[] {
  const items = LOOKUPS.map((path) =>
    Object.fromEntries(
      [...new URL(path, 'http://localhost').searchParams].map(([name, value]) => [
        name,
        Number(value),
      ]),
    ),
  );
  return Array.from({ length: PLACES / 50 }, (_, i) =>
    JSON.stringify({ items: items.slice(50 * i, 50 * (i + 1)) }),
  );
}

/** Requests a second of a server under load, and its processor time a request, microseconds. */
/** Requests a second, and the processor time of each, of one load. */
export async function costOf({ base, pid }: Program, calls: Pick<Load<Call>, 'next'>) {
  const beforeMs = processorMs(pid);
  const { perSecond, answered } = await loadWithoutFault(base, { ...CALLERS, ...calls });
  return { perSecond, costUs: (1000 * (processorMs(pid) - beforeMs)) / answered };
}

async function benchLatency(service: Program, saturation: number): Promise<void> {
  const perSecond = Math.round(saturation / 2);
  const calls = { ...CALLERS, perSecond, seconds: 10, next: () => ({ path: LOOKUP }) };
  const { p50Ms, p99Ms } = await loadWithoutFault(service.base, calls);
  console.log(`  latency at ${perSecond}/s, half the saturation: p50 ${p50Ms} ms, p99 ${p99Ms} ms`);
}

/** Answer of the service, without what the server adds itself. */
async function answerOf(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers: { ...headers, 'cache-control': 'max-age=0' } });
  const own = new Set(['connection', 'date', 'keep-alive']);
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !own.has(name))),
    body: await response.text(),
  };
}

let bundled: Promise<void> | undefined;

/** Starts a server of bench-server.ts in a process of its own, bundled as what is served is: tsx names each closure when it is made. */
export async function startServer(
  kind: string,
  answer?: object,
  env: NodeJS.ProcessEnv = {},
): Promise<Program> {
  bundled ??= bundleEntries(ENTRIES, FOLDER);
  await bundled;
  const words = [join(FOLDER, 'bench-server.js'), kind];
  return startProgram(words, { env, input: JSON.stringify(answer ?? null) });
}
