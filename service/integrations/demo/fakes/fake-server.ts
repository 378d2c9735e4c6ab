import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A call as it came. */
export interface Call {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** A buffer is sent as it is, the rest as JSON. */
  body?: unknown;
}

/** What of a method and a path happens; the path's groups come as texts. */
export type Route = [
  method: string,
  path: RegExp,
  answer: (call: Call, ...groups: string[]) => Reply,
];

/** A provider's API on loopback, with its state in memory, and the ways in which it fails. */
export interface FakeServer {
  url: string;
  /** Every call, in the order in which they came. */
  calls: Call[];
  /** True drops the connection after the call was carried out: commitThenDrop. */
  isLost: (call: Call) => boolean;
  /** A reply instead of carrying it out. */
  refuses: (call: Call) => Reply | undefined;
  close(): Promise<void>;
}

/** Starts a fake on a port of 127.0.0.1, 0 is any. `guard` comes before every route. */
export async function startFake(
  routes: readonly Route[],
  guard: (call: Call) => Reply | undefined,
  port = 0,
): Promise<FakeServer> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
    // A caller that goes before it has said all has asked for nothing.
    const given = await buffer(request).catch(() => null);
    if (given === null) return;
    const call: Call = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: given,
    };
    fake.calls.push(call);
    const { status, headers, body } = fake.refuses(call) ?? guard(call) ?? carryOut(routes, call);
    if (fake.isLost(call)) return request.socket.destroy();
    const isBinary = Buffer.isBuffer(body);
    const type = isBinary ? 'application/octet-stream' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    return response.end(isBinary || body === undefined ? body : JSON.stringify(body));
  });
  const fake: FakeServer = {
    url: '',
    calls: [],
    isLost: () => false,
    refuses: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

function carryOut(routes: readonly Route[], call: Call): Reply {
  for (const [method, path, answer] of routes) {
    const match = method === call.method ? path.exec(call.path) : null;
    if (match) return answer(call, ...match.slice(1).map(decodeURIComponent));
  }
  return { status: 404, body: { message: `The fake knows no ${call.method} ${call.path}` } };
}

/** The parsed body; what is no JSON is undefined. */
export function jsonOf({ body }: Call): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** For tests: loses the answer to the nth POST from now on, 0 is the next. */
export function commitThenDrop(fake: FakeServer, nth: number): void {
  let left = nth;
  fake.isLost = ({ method }) => method === 'POST' && left-- === 0;
}
