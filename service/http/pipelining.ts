import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pipelined requests that may wait on one connection for the answers before theirs. */
export const MAX_WAITING = 100;

type Turn = [IncomingMessage, ServerResponse];

/** Requests of a connection behind the one that is being answered. */
interface Connection {
  socket: Socket;
  isAnswering: boolean;
  /** Ends it when an answer takes too long; one timer for all answers of the connection. */
  late: NodeJS.Timeout;
  waiting: Turn[];
}

/**
 * Answers the pipelined requests of a connection one after another: the next is begun when the
 * answer before it is sent, and while requests wait nothing more is read. Answers that nobody reads
 * would otherwise pile up here. A connection on which too many wait is ended, and one whose answer is
 * not taken to its end within `answerMs`.
 */
export function oneAtATime(answer: RequestListener, answerMs: number): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function begin(connection: Connection, [request, response]: Turn): void {
    connection.isAnswering = true;
    connection.late.refresh();
    // Of an answer that is sent, or whose connection is gone.
    response.once('close', () => next(connection));
    answer(request, response);
  }

  function next(connection: Connection): void {
    const { socket, waiting } = connection;
    connection.isAnswering = false;
    const turn = isEnding(socket) ? undefined : waiting.shift();
    if (turn) begin(connection, turn);
    if (waiting.length === 0 && socket.isPaused()) socket.resume();
  }

  return (request, response) => {
    const { socket } = request;
    let connection = connections.get(socket);
    if (!connection) {
      connection = connected(socket, answerMs);
      connections.set(socket, connection);
    }
    const { isAnswering, waiting } = connection;
    // The parser goes on to the end of what it holds, also on a connection that has been ended.
    if (isEnding(socket)) return;
    if (!isAnswering) return begin(connection, [request, response]);
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
  };
}

/** Whether no answer goes out any more: Node would neither send one nor tell that it is closed. */
function isEnding({ writable }: Socket): boolean {
  return !writable;
}

function connected(socket: Socket, answerMs: number): Connection {
  const late = setTimeout(() => connection.isAnswering && socket.destroy(), answerMs).unref();
  const connection: Connection = { socket, isAnswering: false, late, waiting: [] };
  socket.once('close', () => clearTimeout(late));
  return connection;
}
