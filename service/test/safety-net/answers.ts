/** Everything that the safety net records of a checkout: files, OpenAPI documents, answers of its service. */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { until } from '../until.ts';
import { digestOf } from './digest.ts';
import { type Tree, withoutReferences, withoutTexts } from './openapi-trees.ts';
import { type NetRequest, netRequests } from './requests.ts';

const LISTENS = /Listening.*?http:\/\/127\.0\.0\.1:(\d+)/;
const START = ['--import', './service/http/signals.mjs', '--import', 'tsx', 'service/main.ts'];
/** Headers that belong to an answer's meaning; the others are held by tests. */
const HEADERS = ['content-type', 'cache-control', 'location', 'allow', 'retry-after'];

/** What a checkout has, as text by name. */
export type Recorded = Map<string, string>;

/** Starts the service of a checkout from its sources, records all, and ends it. */
export async function recordCheckout(checkout: string): Promise<Recorded> {
  const service = spawn(process.execPath, START, {
    cwd: checkout,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ARTIFACTS: join(checkout, 'artifacts') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => service.kill('SIGKILL');
  process.once('exit', stop);
  try {
    const port = await listeningPort(service.stdout);
    const isReady = async () =>
      (await ask(port, { method: 'GET', path: '/readyz' })).status === 200;
    await until(isReady, 'the service is ready');
    return new Map([
      ...files(checkout),
      ...(await documents(checkout, port)),
      ...(await answers(port)),
    ]);
  } finally {
    stop();
    process.off('exit', stop);
  }
}

async function listeningPort(log: NodeJS.ReadableStream): Promise<number> {
  const lines: string[] = [];
  for await (const line of createInterface(log)) {
    lines.push(line);
    const port = LISTENS.exec(line)?.[1];
    if (port === undefined) continue;
    log.resume();
    return Number(port);
  }
  throw new Error(`The service ended before it listened. Its log:\n${lines.join('\n')}`);
}

/** Digests of the built files. */
function files(checkout: string): [string, string][] {
  const folder = join(checkout, 'artifacts');
  const names = readdirSync(folder).filter((name) => /^[^.].*\.(bin|json|csv)$/.test(name));
  return names
    .sort()
    .map((name) => [`file ${name}`, JSON.stringify(digestOf(readFileSync(join(folder, name))))]);
}

/** The OpenAPI documents, each with its texts and without. */
async function documents(checkout: string, port: number): Promise<[string, string][]> {
  const served = await ask(port, { method: 'GET', path: '/api/v1/pv-yield/openapi.json' });
  const integrations = readFileSync(join(checkout, 'schemas/integrations/openapi.json'), 'utf8');
  const all = Object.entries({ service: served.body, integrations });
  return all.flatMap(([name, document]): [string, string][] => {
    const tree = withoutReferences(JSON.parse(document));
    return [
      [`openapi ${name}`, JSON.stringify(tree)],
      [`openapi ${name} without texts`, JSON.stringify(withoutTexts(tree))],
    ];
  });
}

/** Every answer as JSON of its status, headers and body; one at a time, for the service refuses simulations while it is busy. */
async function answers(port: number): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const [i, { name, ...asked }] of netRequests().entries()) {
    const { status, headers, body } = await ask(port, { ...asked, localAddress: addressOf(i) });
    if (status === 503) throw new Error(`${name}: ${body}`);
    found.push([name, JSON.stringify({ status, headers, body: parsed(body) })]);
  }
  return found;
}

interface Sent extends Omit<NetRequest, 'name'> {
  localAddress?: string;
}

function ask(port: number, { body, ...options }: Sent) {
  return new Promise<{ status: number; headers: object; body: string }>((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, agent: false, ...options },
      async (response) => {
        const kept = HEADERS.map((name) => [name, response.headers[name]]);
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(kept),
          body: await text(response),
        });
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** An address of its own for each request, so that none meets a rate limit. */
function addressOf(i: number): string {
  return `127.1.${i >> 7}.${1 + (i & 127)}`;
}

function parsed(body: string): Tree {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
