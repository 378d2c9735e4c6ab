/** Requests a second of the service beside servers that do no work, and its latency. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { median } from 'd3-array';

const RUNS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
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

export interface BenchServer {
  base: string;
  /** Processor time that it has taken, all threads, microseconds. */
  cpuUs(): number;
  stop(): void;
}

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
    service.stop();
  }
  console.log('  beside: PVGIS answers 30 calls/s of one address, then 429');
}

/**
 * Medians of different lookups: requests a second and processor time a request of the service, beside bare
 * Express and raw node:http that send one answer with the same headers; interleaved.
 */
async function compare(
  service: BenchServer,
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
    for (const { base } of servers) await load(base, LOOKUP, headers, different());
    for (let run = 0; run < RUNS; run++) {
      for (const [i, { base, cpuUs }] of servers.entries()) {
        const before = cpuUs();
        const { requests } = await load(base, LOOKUP, headers, different());
        rates[i].push(requests.average);
        costsUs[i].push((cpuUs() - before) / requests.total);
      }
    }
  } finally {
    bare.stop();
    raw.stop();
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
function different(): Partial<autocannon.Options> {
  let next = 0;
  return {
    requests: [{ setupRequest: (request) => ({ ...request, path: LOOKUPS[next++ % PLACES] }) }],
  };
}

async function benchBatch(service: BenchServer): Promise<void> {
  const path = '/api/v1/pv-yield/batch';
  let next = 0;
  const bodies = batchBodies();
  const requests: autocannon.Request[] = [
    { setupRequest: (request) => ({ ...request, path, body: bodies[next++ % bodies.length] }) },
  ];
  const batchesUs = [];
  const ratios = [];
  for (let run = 0; run < RUNS; run++) {
    const lookupUs = await costUs(service, LOOKUP, different());
    const batchUs = await costUs(service, path, { method: 'POST', requests });
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

/** Processor time of the server a request, microseconds. */
async function costUs(
  { base, cpuUs }: BenchServer,
  path: string,
  options: Partial<autocannon.Options>,
): Promise<number> {
  const before = cpuUs();
  const { requests } = await load(base, path, {}, options);
  return (cpuUs() - before) / requests.total;
}

async function benchLatency(service: BenchServer, saturation: number): Promise<void> {
  const overallRate = Math.round(saturation / 2);
  const { latency } = await load(service.base, LOOKUP, {}, { overallRate, duration: 10 });
  console.log(
    `  latency at ${overallRate}/s, half the saturation: p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
  );
}

async function load(
  base: string,
  path: string,
  headers: Record<string, string>,
  options: Partial<autocannon.Options> = {},
): Promise<autocannon.Result> {
  const result = await autocannon({
    url: base + path,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers,
    ...options,
  });
  const failed = result.errors + result['4xxCount' as never] + result['5xxCount' as never];
  if (failed > 0) throw new Error(`${failed} requests to ${path} failed.`);
  return result;
}

/** What the service sends, without what the server adds itself. */
async function answerOf(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers: { ...headers, 'cache-control': 'max-age=0' } });
  const own = new Set(['connection', 'date', 'keep-alive']);
  return {
    status: response.status,
    headers: Object.fromEntries([...response.headers].filter(([name]) => !own.has(name))),
    body: await response.text(),
  };
}

/** Starts a server of bench-server.ts in a process of its own. */
export async function startServer(kind: string, answer?: object): Promise<BenchServer> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'service/tools/bench/bench-server.ts', kind],
    {
      cwd: PROJECT,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  child.stdin.end(JSON.stringify(answer ?? null));
  const [port] = await once(createInterface(child.stdout), 'line');
  const { pid = 0 } = child;
  return {
    base: `http://127.0.0.1:${port}`,
    cpuUs: () => processorUs(pid),
    stop: () => child.kill(),
  };
}

/** Processor time of a process as the Linux kernel tells it of each thread. */
function processorUs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nsOf = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return threads.reduce((sum, thread) => sum + nsOf(thread), 0) / 1000;
}
