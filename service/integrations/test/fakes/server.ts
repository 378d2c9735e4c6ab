import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A call as it came. */
export interface Call {
  method: string;
  /** The path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  /** 0 is never sent. */
  status: number;
  headers?: Record<string, string>;
  /** A buffer is sent as it is, the rest as JSON. */
  body?: unknown;
}

/** A row of a fake's table: its answer to a method and a path, whose parts like ":id" come as texts. */
export type Route<Account> = [
  method: string,
  path: string,
  answer: (account: Account, call: Call, ...parts: string[]) => Reply,
];

/** A provider's API on loopback, with its state in memory, and the ways in which it fails. */
export interface FakeServer {
  url: string;
  /** Every call, in the order in which they came. */
  calls: Call[];
  /** True drops the connection after the call was carried out: commitThenDrop. */
  isLost: (call: Call) => boolean;
  /** The reply in the place of that to a call that was carried out. */
  spoils: (call: Call) => Reply | undefined;
  /** The reply to a call that is not carried out. */
  refuses: (call: Call) => Reply | undefined;
  close(): Promise<void>;
}

/**
 * Starts a fake on loopback. It holds the account's state and is passed to the routes. `guard` comes before every
 * route.
 */
export async function startFake<State extends object>(
  state: State,
  routes: readonly Route<FakeServer & State>[],
  guard: (call: Call) => Reply | undefined,
): Promise<FakeServer & State> {
  const server = createServer(async (request, response) => {
    const call = await callOf(request);
    if (!call) return;
    fake.calls.push(call);
    const reply = fake.refuses(call) ?? guard(call) ?? answer(routes, fake, call);
    if (fake.isLost(call)) request.socket.destroy();
    else send(response, fake.spoils(call) ?? reply);
  });
  // A caller that is busy for long finds its connection open.
  server.keepAliveTimeout = 0;
  const fake: FakeServer & State = {
    ...state,
    url: '',
    calls: [],
    isLost: () => false,
    spoils: () => undefined,
    refuses: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}

/** The call of a request. Null if its caller goes before it has sent all. */
async function callOf(request: IncomingMessage): Promise<Call | null> {
  const { method = '', url = '/', headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://fake');
  const body = await buffer(request).catch(() => null);
  return body && { method, path: pathname, query: searchParams, headers, body };
}

function answer<Account>(routes: readonly Route<Account>[], account: Account, call: Call): Reply {
  for (const [method, path, act] of routes) {
    const match = method === call.method ? patternOf(path).exec(call.path) : null;
    if (match) return act(account, call, ...match.slice(1).map(decodeURIComponent));
  }
  return { status: 404, body: { message: `The fake knows no ${call.method} ${call.path}` } };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '([^/]+)')}$`);
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  if (status === 0) return;
  const isBinary = Buffer.isBuffer(body);
  const type = isBinary ? 'application/octet-stream' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(isBinary || body === undefined ? body : JSON.stringify(body));
}

/** A reply with the found body, or 404 without a body. */
export function found(body: unknown): Reply {
  return body === undefined ? { status: 404 } : { status: 200, body };
}

/** Headers of a call with a JSON body, signed by Standard Webhooks. @param id the same again is a repeat */
export function signedHeaders(
  secret: string,
  id: string,
  body: string,
  at = new Date(),
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

/** Posts a provider's webhook. @returns the answer's status */
export async function postHook(url: string, request: RequestInit): Promise<number> {
  const response = await fetch(url, { method: 'POST', ...request });
  await response.body?.cancel();
  return response.status;
}

/** The parsed body. Undefined when it is no JSON. */
export function jsonOf({ body }: Call): unknown {
  return parsed(body.toString());
}

/** Undefined when the text is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For tests: loses the answer to the nth POST from now on, 0 is the next. */
export function commitThenDrop(fake: FakeServer, nth: number): void {
  let left = nth;
  fake.isLost = ({ method }) => method === 'POST' && left-- === 0;
}

/** A rule, and whether what was sent breaks it. */
export type Check<Rule extends string, Sent> = readonly [Rule, (sent: Sent) => boolean];

/** The first rule that is broken, if one is. */
export function brokenRule<Rule extends string, Sent>(
  checks: readonly Check<Rule, Sent>[],
  sent: Sent,
): Rule | undefined {
  return checks.find(([, isBroken]) => isBroken(sent))?.[0];
}

/** A provider's answer to what breaks a rule. */
export type Refusal = readonly [
  status: number,
  /** The provider's. Null if no source has it. */
  code: string | null,
  /** In the provider's language. Where the source has only the code, the text is made up. */
  text: string,
];
