/** A web server on this machine for tests, a clock that only sleeping moves, and what was told. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Output } from './output.ts';
import type { Web } from './web.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A running server with the requests it got. */
export interface TestServer {
  base: string;
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  /** Answers the next requests; `count` is 1 for the first. */
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

/** Real connections, but waiting takes no time and is written down. */
export function testWeb(startMs = Date.UTC(2026, 0, 15)): Web & { waits: number[] } {
  const waits: number[] = [];
  let nowMs = startMs;
  return {
    waits,
    now: () => nowMs,
    async sleep(ms) {
      waits.push(ms);
      nowMs += ms;
    },
    answerMs: 2000,
    idleMs: 2000,
  };
}

/** Collects what a fetch tells. */
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
