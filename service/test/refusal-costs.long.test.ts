/**
 * A refusal costs little: no more than three refused calls without a body, and what it costs a bare server to
 * read, inflate and parse the body. Calls are drawn by route, method, caller, body, encoding and chunks.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { operationsOf, readOpenapi } from '../../schemas/generate/openapi.ts';
import { newKey } from '../integrations/organisations/organisations.ts';
import { ORG, recordOf, writeOrganisations } from '../integrations/test/organisation.ts';
import { processorMs } from './process-figures.ts';
import { LOOKUP } from './service.ts';
import { INTEGRATIONS, type Program, SERVICE, startProgram, startReady } from './start-program.ts';

const MOST_REFUSALS = 3;
const WARM_UP_CALLS = 300;
/** How often a call that seems too expensive is measured again, since the machine has other work. */
const ROUNDS = 4;
const RUNS = 300;
const BARE = fileURLToPath(new URL('../tools/bench/bare-server.mjs', import.meta.url));
const PACKERS = { identity: Buffer.from, gzip: gzipSync, br: brotliCompressSync };
const SPACES = { large: ' '.repeat(10_000), vast: ' '.repeat(1_000_000) };

/** A path with its method and an accepted body of its document. */
interface Route {
  method: string;
  path: string;
  body: string;
}

/** A drawn call. Chunks of 0 bytes are a body in one piece. */
interface RefusedCall {
  route: Route;
  caller: string;
  isOwnMethod: boolean;
  body: 'a field too many' | 'no JSON' | keyof typeof SPACES;
  encoding: keyof typeof PACKERS;
  chunkBytes: number;
}

const parser = await startProgram([BARE, 'parser'], { input: 'null' });
after(() => parser.stop());

/** Routes of an OpenAPI document below schemas/, filled with its own examples. */
function documentedRoutes(file: string): Route[] {
  return operationsOf(readOpenapi(file)).map(({ method, path, parameters = [], requestBody }) => {
    const query = parameters.flatMap(({ name, examples }) =>
      examples ? [`${name}=${Object.values(examples)[0].value}`] : [],
    );
    const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
    const filled = path.replaceAll(/\{\w+\}/g, 'x-1');
    const body = example ? JSON.stringify(example.value) : '';
    return { method, path: query.length === 0 ? filled : `${filled}?${query.join('&')}`, body };
  });
}

function bodyOf({ route, isOwnMethod, body }: RefusedCall): string {
  if (!isOwnMethod || !route.body) return '';
  if (body === 'no JSON') return '[';
  // All of it has to be read and parsed before the fault is found.
  return body === 'a field too many' ? `${route.body.slice(0, -1)},"zzz":1}` : SPACES[body];
}

function bytesOf(call: RefusedCall): Buffer {
  const { route, isOwnMethod, caller, encoding, chunkBytes } = call;
  const method = isOwnMethod ? route.method : 'DELETE';
  const head = `${method} ${route.path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${caller}\r\n`;
  const body = bodyOf(call);
  if (!body) return Buffer.from(`${head}\r\n`);
  const packed = PACKERS[encoding](body).toString('latin1');
  const packing = encoding === 'identity' ? '' : `Content-Encoding: ${encoding}\r\n`;
  const framed =
    chunkBytes === 0
      ? `Content-Length: ${packed.length}\r\n\r\n${packed}`
      : `Transfer-Encoding: chunked\r\n\r\n${chunked(packed, chunkBytes)}`;
  return Buffer.from(`${head}${packing}${framed}`, 'latin1');
}

function chunked(packed: string, chunkBytes: number): string {
  const chunks = packed.match(new RegExp(`.{1,${chunkBytes}}`, 'gs')) ?? [];
  const framed = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  return `${framed.join('')}0\r\n\r\n`;
}

/** Makes a call again and again. @returns the processor time of one, ms, and the last status */
async function measure({ pid, port }: Program, bytes: Buffer, calls: number) {
  const beforeMs = processorMs(pid);
  let status = 0;
  for (let i = 0; i < calls; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.end(bytes);
    // A body may be refused before all of it is sent.
    const answer = await text(socket).catch(() => '');
    status = Number(answer.slice(9, 12));
  }
  return { ms: (processorMs(pid) - beforeMs) / calls, status };
}

async function checkCost(program: Program, refused: Buffer, call: RefusedCall): Promise<void> {
  const bytes = bytesOf(call);
  let excess = '';
  for (let round = 0; round < ROUNDS; round++) {
    const calls = round === 0 ? 3 : 30;
    const { ms, status } = await measure(program, bytes, calls);
    assert.ok(status < 500 || status === 503, `answers ${status}`);
    if (status >= 200 && status < 300) return;
    const unit = await measure(program, refused, 30);
    const parsing = await measure(parser, bytes, calls);
    const mostMs = MOST_REFUSALS * unit.ms + parsing.ms;
    if (ms <= mostMs) return;
    excess = `${status} takes ${ms.toFixed(2)} ms, expected at most ${mostMs.toFixed(2)}`;
  }
  assert.fail(excess);
}

/** Draws calls of the routes. @param callers header lines of each kind of caller */
async function checkCosts(program: Program, routes: Route[], callers: string[], path: string) {
  after(() => program.stop());
  const refused = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${callers[0]}\r\n\r\n`,
  );
  for (const process of [program, parser]) await measure(process, refused, WARM_UP_CALLS);
  const calls = fc.record<RefusedCall>({
    route: fc.constantFrom(...routes),
    caller: fc.constantFrom(...callers),
    isOwnMethod: fc.boolean(),
    body: fc.constantFrom('a field too many', 'no JSON', 'large', 'vast'),
    encoding: fc.constantFrom('identity', 'gzip', 'br'),
    chunkBytes: fc.constantFrom(0, 0, 16, 256),
  });
  // A vast body that is packed is a small one that inflates, which a bare server does at once.
  const sent = calls.filter(({ body, encoding }) => body !== 'vast' || encoding === 'identity');
  const property = fc.asyncProperty(sent, (call) => checkCost(program, refused, call));
  const options = { numRuns: RUNS, seed: 62, endOnFailure: true, includeErrorInReport: true };
  await fc.assert(property, options);
}

const pageRoute = (path: string): Route => ({ method: 'GET', path, body: '' });
const hookRoute = (hook: string): Route => ({
  method: 'POST',
  path: `/integrations/hooks/${hook}`,
  body: '{"data":{}}',
});

test('a refusal of the service costs at most three without a body, and its body', async () => {
  const env = {
    TRUST_PROXY: '1',
    EMBEDS_FILE: 'fixtures/embeds.json',
    LINK_SECRETS: `a:${randomBytes(32).toString('base64')}`,
  };
  const program = await startReady([SERVICE], { env });
  const spent = { 'X-Forwarded-For': '192.0.2.1' };
  for (let i = 0; i < 61; i++) await fetch(`${program.base}${LOOKUP}`, { headers: spent });
  const routes = [
    ...documentedRoutes('openapi.json'),
    { method: 'POST', path: '/embedded/demo/leads', body: '{"token":""}' },
    ...['/i/x', '/docs', '/embedded/x', '/nothing'].map(pageRoute),
  ];
  const callers = ['X-API-Key: nobody', 'X-Forwarded-For: 192.0.2.1', 'X-Forwarded-For: 192.0.2.2'];
  await checkCosts(program, routes, callers, LOOKUP);
});

test('a refusal of the integrations costs at most three without a body, and its body', async () => {
  const folder = testFolder();
  const { key, sha256 } = newKey();
  const env = {
    ORGANISATIONS_FILE: writeOrganisations(folder, recordOf(sha256)),
    BASE_URL: 'http://127.0.0.1',
    DATA_KEY: randomBytes(32).toString('base64'),
    STORE_FILE: join(folder, 'store.db'),
  };
  const program = await startReady([INTEGRATIONS], { env });
  const hooks = [`scrive/${ORG}/x.y`, `standard/${ORG}`, `leads/${ORG}`];
  const routes = [...documentedRoutes('integrations/openapi.json'), ...hooks.map(hookRoute)];
  const callers = ['Authorization: Bearer nobody', `Authorization: Bearer ${key}`];
  await checkCosts(program, routes, callers, '/integrations/v1/status');
});
