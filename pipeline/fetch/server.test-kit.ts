/** A web server on this machine for tests, a file that it serves, a client that does not wait long, and the output. */

import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach } from 'node:test';
import { testFolder } from '../files/folder.test-kit.ts';
import type { Output } from '../files/progress.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { fetchClient } from './client.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A running server with the requests it got. */
export interface TestServer {
  base: string;
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  /** Answers the next requests. `count` is 1 for the first. */
  handle(handler: Handler): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function testServer(): Promise<TestServer> {
  const requests: TestServer['requests'] = [];
  let current: Handler = (_, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    current(request, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    requests,
    handle(handler) {
      requests.length = 0;
      current = handler;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A server for the tests of a file and a folder, which before each of them know and hold nothing. */
export async function serverAndFolder(): Promise<{ server: TestServer; folder: string }> {
  const server = await testServer();
  const folder = testFolder();
  beforeEach(() => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    server.handle((_, response) => response.writeHead(404).end());
  });
  after(() => server.close());
  return { server, folder };
}

/** The client of `make fetch`, except that it retries after 1 ms. */
export const quickClient = fetchClient({ firstWaitMs: 1 });

/** Collects the output of a fetch. */
export function testOutput(): Output & { lines: string[]; stages: [string, number][] } {
  const lines: string[] = [];
  const stages: [string, number][] = [];
  return {
    lines,
    stages,
    log: (line) => lines.push(line),
    progress: (stage, share) => stages.push([stage, share]),
  };
}

const random = seededRandom(7);
/** Content that tests download, and its hash. */
export const CONTENT = Buffer.from(
  Array.from({ length: 200_000 }, () => Math.floor(256 * random())),
);
export const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
