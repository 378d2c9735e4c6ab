/** Everything that the safety net records of a checkout: files, OpenAPI documents, answers of its service. */

import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startReady } from '../start-program.ts';
import { digestOf } from './digest.ts';
import { type Tree, withoutReferences, withoutTexts } from './openapi-trees.ts';
import { type NetRequest, netRequests } from './requests.ts';

/** Headers that belong to an answer's meaning. The others are held by tests. */
const HEADERS = ['content-type', 'cache-control', 'location', 'allow', 'retry-after'];

/** What a checkout has, as text by name. */
export type Recorded = Map<string, string>;

/** Starts the service of a checkout from its sources, records all, and ends it. */
export async function recordCheckout(checkout: string): Promise<Recorded> {
  const [signals, main] = ['service/http/signals.mjs', 'service/main.ts'].map((file) =>
    join(checkout, file),
  );
  const env = { ARTIFACTS: join(checkout, 'artifacts') };
  const service = await startReady(['--import', signals, '--import', 'tsx', main], { env });
  service.child.stdout.resume();
  try {
    const { port } = service;
    return new Map([
      ...files(checkout),
      ...(await documents(checkout, port)),
      ...(await answers(port)),
    ]);
  } finally {
    await service.stop();
  }
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

/** Every answer as JSON of its status, headers and body. One at a time, for the service refuses simulations while it is busy. */
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
