import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { MAX_BODY_BYTES } from './guards/limits.ts';
import { giveUp } from './leave.ts';
import type { Log } from './log.ts';

/** How long a connection may take, ms. */
export interface ConnectionTimes {
  /** Time without a byte in either direction during a request, also while its answer is computed. */
  silenceMs: number;
  /** Time from a request's headers to the last byte of its answer. */
  answerMs: number;
}

/** The largest answer has 1.4 MB, which 12 kB/s bring in two minutes. */
const TIMES: ConnectionTimes = { silenceMs: 30_000, answerMs: 180_000 };

/** How many times it is looked whether an answer is late within the time that it may take. */
const LOOKS = 100;

/** How long a caller may take to read why its connection ends, ms. */
const LAST_WORDS_MS = 1000;

/** Answers to input that is no HTTP, by Node's error code: status and message. */
const ANSWERS: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The request line and headers are larger than 16 kB.'],
  HPE_INVALID_METHOD: [400, 'The method is not one of HTTP.'],
};

/** A server that is not held up by slow clients. It does not listen yet. */
export function createHttpServer(app: Express, times = TIMES): Server {
  const server = createServer({
    ...messagesOf(app),
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Longer than the usual proxy's 60 s, so that it is the proxy that ends an idle connection.
    keepAliveTimeout: 65_000,
    // How often Node looks at the two limits above. Its default of 30 s would stretch them.
    connectionsCheckingInterval: 1_000,
    // Node's own refusal has no body.
    requireHostHeader: false,
  });
  server.timeout = times.silenceMs;
  const startClock = answerClock(server, times.answerMs);
  server.on('request', (request, response) => {
    startClock(request, response);
    if (hasBody(request)) endAfterBody(request, response);
    const fault = faultOf(request);
    // Behind what else this turn of the event loop reads: answers that leave together take 6 % less processor time.
    if (fault === undefined) setImmediate(app as RequestListener, request, response);
    else answerAndClose(request.socket, 400, fault);
  });
  server.on('checkContinue', (request, response) => {
    if (Number(request.headers['content-length'] ?? 0) <= MAX_BODY_BYTES) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('checkExpectation', ({ socket }) => {
    answerAndClose(socket, 417, 'The only expectation that can be met is 100-continue.');
  });
  server.on('connect', (_request, socket) => {
    answerAndClose(socket, 405, 'CONNECT is not possible here.');
  });
  return server.on('clientError', answerClientError);
}

/**
 * Requests and responses that have Express' prototypes from the start. Express would set them on
 * every one, and V8 is slow with objects whose prototype changes: that is half of a lookup's time.
 */
function messagesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse<AppRequest> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/**
 * Makes a function that ends the connection of an answer that takes too long. One timer looks at all connections: one
 * for each answer would cost every request.
 */
function answerClock(server: Server, answerMs: number) {
  /** Answers of a connection that are not sent, and since when the first of them is. */
  const open = new Map<Socket, { answers: number; sinceMs: number }>();
  server.on('connection', (socket) => {
    open.set(socket, { answers: 0, sinceMs: 0 });
    socket.once('close', () => open.delete(socket));
  });
  const looking = setInterval(() => {
    const latestMs = performance.now() - answerMs;
    for (const [socket, { answers, sinceMs }] of open)
      if (answers > 0 && sinceMs < latestMs) socket.destroy();
  }, answerMs / LOOKS).unref();
  server.once('close', () => clearInterval(looking));
  return ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const waiting = open.get(socket);
    if (!waiting) return;
    if (waiting.answers++ === 0) waiting.sinceMs = performance.now();
    response.on('close', () => {
      if (--waiting.answers > 0) waiting.sinceMs = performance.now();
    });
  };
}

/**
 * Ends the connection of an answer that was sent before its request's body had arrived: a moment later, so that the
 * caller can read the answer.
 */
function endAfterBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const isLast = /\bclose\b/i.test(request.headers.connection ?? '');
  // Where the answer says "close" Node closes at once, and the reset takes the answer from who is still sending.
  if (isLast) response.setHeader('Connection', 'keep-alive');
  const finish = () => {
    if (!request.complete) socket.destroy();
    else if (isLast) socket.end();
  };
  response.on('close', () => {
    if (request.complete) return finish();
    request.once('end', finish);
    return setTimeout(finish, LAST_WORDS_MS).unref();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}

/** Address at which a server listens, and how many connections it may have. */
interface ListenOptions {
  port: number;
  /** All addresses without one. */
  host: string | undefined;
  maxConnections: number;
}

/** Listens, with connections bounded, and logs the sentence of the port that it has. Without one the process ends. */
export function listen(
  server: Server,
  { port, host, maxConnections }: ListenOptions,
  { log, flush }: Log,
  sentence: (port: number) => string,
): void {
  server.maxConnections = maxConnections;
  server.once('drop', () =>
    log.warn(
      `All ${maxConnections} connections of this process (MAX_CONNECTIONS) are open, further ones are refused.`,
    ),
  );
  server.on('error', ({ message }) =>
    giveUp(new Error(`Cannot listen on port ${port}: ${message}`)),
  );
  server.listen({ port, ...(host ? { host } : {}) }, () => {
    const { port: taken } = server.address() as AddressInfo;
    log.info(sentence(taken));
    flush();
  });
}

/** Fault of a request beyond HTTP's syntax. Undefined if there is none. */
function faultOf(request: IncomingMessage): string | undefined {
  // On a target that it cannot read Express gives up before any of our code runs.
  if (!isTarget(request.url ?? '')) return 'The target of the request is no URL.';
  const hosts = hostsOf(request.rawHeaders);
  // HTTP/1.0 knows no Host, and load balancers look for life in it.
  if (hosts === 1 || (hosts === 0 && request.httpVersion === '1.0')) return undefined;
  return `The request has ${hosts} Host headers, expected one.`;
}

/** How many Host headers there are. Node keeps only the first. */
function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i].length === 4 && rawHeaders[i].toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** A path, the server as a whole, or an absolute URL. */
function isTarget(url: string): boolean {
  return url.startsWith('/') || url === '*' || (/^https?:\/\//.test(url) && URL.canParse(url));
}

/** Answers a connection whose request could not be parsed, and ends it. */
function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = ANSWERS[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  answerAndClose(socket, status, message);
}

/** Answers in the one error shape where there is no response to write to, and ends the connection. */
function answerAndClose(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ error: { code: 'bad_request', message } });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Access-Control-Allow-Origin: *',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // The other side may never close its half.
  setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref();
}
