import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isOverWire } from '../messages.ts';

/** Pipelined requests that may wait on one connection for the answers before theirs. */
export const MAX_WAITING = 100;

type Exchange = [IncomingMessage, ServerResponse];

/** Requests of a connection behind the one that is being answered. */
interface Connection {
  socket: Socket;
  /** The request that is being answered; null between requests. */
  request: IncomingMessage | null;
  /** Bytes that the connection had read when that began. */
  bytesBefore: number;
  /** Looks at the connections since the answer was begun. */
  looks: number;
  waiting: Exchange[];
}

/** How long an answer may take. */
export interface AnswerTimes {
  /**
   * How long a caller may take none of its bytes, ms. Node looks twice whether a write moves, so that
   * the connection ends a little after twice this.
   */
  stillMs: number;
  /** How long it may take from its request's headers to its last byte, ms. */
  answerMs: number;
}

/**
 * Answers the pipelined requests of a server's connections one after another: the next is begun when
 * the answer before it is sent, and while requests wait nothing more is read. Answers that nobody reads
 * would otherwise pile up here. A connection on which too many wait is ended, and one whose answer is
 * not taken in time. The server emits `abandoned` for a request whose caller had gone before its answer was begun.
 */
export function answerInTurn(server: Server, answer: RequestListener, times: AnswerTimes): void {
  const connections = new Map<Socket, Connection>();
  const inTurn = createTurns();

  function begin(connection: Connection, [request, response]: Exchange): void {
    connection.request = request;
    connection.bytesBefore = connection.socket.bytesRead;
    connection.looks = 0;
    // The answer is sent, or its connection is gone.
    response.on('close', () => next(connection));
    const turn = {
      socket: connection.socket,
      begin: () => answer(request, response),
      abandon: () => server.emit('abandoned', request),
    };
    // A check that refuses a body in chunks before it is read must do so before they are taken apart.
    if (request.headers['transfer-encoding'] === undefined) inTurn(turn);
    else turn.begin();
  }

  function next(connection: Connection): void {
    const { socket, waiting } = connection;
    connection.request = null;
    connection.bytesBefore = socket.bytesRead;
    const turn = isEnding(socket) ? undefined : waiting.shift();
    if (turn) begin(connection, turn);
    if (waiting.length === 0 && socket.isPaused() && !isEnding(socket)) socket.resume();
  }

  function connected(socket: Socket): Connection {
    const connection = { socket, request: null, bytesBefore: 0, looks: 0, waiting: [] };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    return connection;
  }

  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? connected(socket);
    const { waiting } = connection;
    // The parser goes on to the end of what it holds, also on a connection that has been ended.
    if (isEnding(socket)) return;
    if (!connection.request) return begin(connection, [request, response]);
    if (waiting.length === MAX_WAITING) {
      waiting.length = 0;
      socket.destroy();
      return;
    }
    waiting.push([request, response]);
    // After what the parser has already read: at the end of every request it reads on.
    process.nextTick(() => {
      if (waiting.length > 0) socket.pause();
    });
  });
  endUntaken(server, connections, times);
}

/** Looks within `stillMs`. */
const LOOKS = 6;

/**
 * Ends connections whose answers are not taken in time. It looks at all of them now and then: timers of
 * their own would cost every request.
 */
function endUntaken(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  { stillMs, answerMs }: AnswerTimes,
): void {
  const lookMs = stillMs / LOOKS;
  const look = () => {
    for (const connection of connections.values()) {
      const { socket, request } = connection;
      if (request && ++connection.looks * lookMs > answerMs) socket.destroy();
      else if (isFlooded(connection)) socket.destroy();
      else if (socket.writableLength > 0 && socket.timeout !== stillMs) socket.setTimeout(stillMs);
    }
  };
  const looking = setInterval(look, lookMs).unref();
  server.once('close', () => clearInterval(looking));
  server.on('timeout', (socket) => {
    const betweenRequests = socket.timeout !== stillMs;
    if (betweenRequests || socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(0);
  });
}

/** Whether more has been read than a request may take: for its body, or before the next one begins. */
function isFlooded({ socket, request, bytesBefore }: Connection): boolean {
  return !request?.complete && isOverWire(request, socket.bytesRead - bytesBefore);
}

/** Whether no answer goes out any more: Node would neither send one nor report that it is closed. */
function isEnding({ writable }: Socket): boolean {
  return !writable;
}

/** How long answers are begun before the event loop looks again who has come and who has gone. */
const SLICE_MS = 10;

/** A request that is to be answered. */
interface Turn {
  socket: Socket;
  begin(): void;
  /** The caller has gone. */
  abandon(): void;
}

/**
 * Makes a function that begins answers in their order, each after the event loop has once more looked at the
 * connections: of a caller who has gone it learns only after it has read what he asked. His answer is never
 * begun. Otherwise a service with more callers than it can answer answers those who have given up, and all
 * others so late that they give up, too.
 */
function createTurns(): (turn: Turn) => void {
  const waiting: Turn[] = [];
  /** How many have waited since before the last look. */
  let due = 0;

  function next(): void {
    const endMs = performance.now() + SLICE_MS;
    for (; due > 0 && performance.now() < endMs; due--) {
      const turn = waiting.shift();
      if (turn?.socket.writable) turn.begin();
      else turn?.abandon();
    }
    due = waiting.length;
    if (due > 0) setImmediate(next);
  }

  return (turn) => {
    if (due === 0 && waiting.length === 0) setImmediate(next);
    waiting.push(turn);
  };
}
