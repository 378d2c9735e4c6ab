/** Requests a second of the service beside servers that do no work, and its latency. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { median } from 'd3-array';

const RUNS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
export const LOOKUP = '/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=40&azimuth=180&kwp=10';

export interface BenchServer {
  base: string;
  stop(): void;
}

/** Prints the ratios and figures of lookups, 304s, batches and latency. */
export async function benchHttp(): Promise<void> {
  const service = await startServer('service');
  try {
    const lookup = await compare(service, 'lookup', {});
    const etag = (await fetch(service.base + LOOKUP)).headers.get('etag') ?? '';
    await compare(service, '304', { 'if-none-match': etag });
    await benchBatch(service);
    await benchLatency(service, lookup);
  } finally {
    service.stop();
  }
}

/** Median requests a second of the service, beside bare Express and raw node:http, interleaved. */
async function compare(
  service: BenchServer,
  name: string,
  headers: Record<string, string>,
): Promise<number> {
  const answer = await answerOf(service.base + LOOKUP, headers);
  const bare = await startServer('express', answer);
  const raw = await startServer('http', answer);
  const rates: [number[], number[], number[]] = [[], [], []];
  try {
    for (const { base } of [service, bare, raw]) await load(base, LOOKUP, headers);
    for (let run = 0; run < RUNS; run++) {
      for (const [i, { base }] of [service, bare, raw].entries()) {
        rates[i].push((await load(base, LOOKUP, headers)).requests.average);
      }
    }
  } finally {
    bare.stop();
    raw.stop();
  }
  const [own, express, http] = rates.map((rate) => median(rate) ?? Number.NaN);
  const percent = (other: number) => `${((100 * own) / other).toFixed(0)} %`;
  console.log(
    `  ${name.padEnd(8)}${own.toFixed(0).padStart(7)}/s, ${percent(express)} of bare Express (${express.toFixed(0)}/s), ${percent(http)} of node:http (${http.toFixed(0)}/s)`,
  );
  return own;
}

async function benchBatch(service: BenchServer): Promise<void> {
  const items = Array.from({ length: 50 }, (_, i) => ({
    id: i,
    lat: 56 + i / 10,
    lng: 14.5,
    tilt: 40,
    azimuth: 180,
  }));
  const body = JSON.stringify({ items });
  const rates = [];
  const ratios = [];
  for (let run = 0; run < RUNS; run++) {
    const lookups = await load(service.base, LOOKUP, {});
    const batches = await load(
      service.base,
      '/api/v1/pv-yield/batch',
      {},
      { method: 'POST', body },
    );
    rates.push(batches.requests.average);
    ratios.push(lookups.requests.average / batches.requests.average);
  }
  const rate = median(rates) ?? Number.NaN;
  const ratio = median(ratios) ?? Number.NaN;
  console.log(
    `  batch   ${rate.toFixed(0).padStart(7)}/s of 50 items, each the time of ${ratio.toFixed(1)} lookups`,
  );
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
    ['--import', 'tsx', 'service/bench/bench-server.ts', kind],
    {
      cwd: PROJECT,
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  child.stdin.end(JSON.stringify(answer ?? null));
  const [port] = await once(createInterface(child.stdout), 'line');
  return { base: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
