import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';

/** Emitted by a request whose body has come in too many pieces, or with too much around it. */
export const EXCESS = 'excess';

/**
 * Pieces that a body may have: callers' buffers send kilobytes at a time, and a piece of one byte costs
 * as much as one of ten thousand.
 */
const SPARE_PIECES = 1024;
const BYTES_A_PIECE = 256;

/** Bytes on the wire that a body may take; the lengths and extensions of its chunks are the rest. */
const SPARE_WIRE_BYTES = 65_536;
const WIRE_BYTES_A_BYTE = 4;

/** How long a caller who is still sending may take to read the answer, ms. */
const LAST_WORDS_MS = 1000;

/** A request's body as far as it has arrived. */
interface Arrived {
  pieces: number;
  bytes: number;
  /** Bytes that its connection had read at the first piece. */
  wireStart: number;
}

const arrived = new WeakMap<IncomingMessage, Arrived>();

/**
 * Whether so many bytes on the wire are more than a request's body may take; null is the time between requests.
 * Ever more bytes may arrive without a piece of a body, as in a chunk's length of endless zeros.
 */
export function isOverWire(request: IncomingMessage | null, wireBytes: number): boolean {
  const bytes = request ? (arrived.get(request)?.bytes ?? 0) : 0;
  return wireBytes > SPARE_WIRE_BYTES + WIRE_BYTES_A_BYTE * bytes;
}

/** Requests whose body has gone beyond its bounds. */
const excessive = new WeakSet<IncomingMessage>();

/** Requests of which nothing more is to be read. */
const unwanted = new WeakSet<IncomingMessage>();

/** Whether a request's body has gone beyond its bounds; nothing more of it arrives. */
export function isExcessive(request: IncomingMessage): boolean {
  return excessive.has(request);
}

/**
 * Requests and responses that have Express' prototypes from the start. Express would set them on
 * every one, and V8 is slow with objects whose prototype changes: that is half of a lookup's time.
 *
 * A request bounds its body as it arrives, whether anyone reads it or not. A response that is begun before
 * the request's body is complete ends the connection: the rest of it would cost time that nobody asked for.
 */
export function messagesOf(app: Express) {
  class AppRequest extends IncomingMessage {
    /** Takes a piece of the body from the parser; nothing else calls it. */
    override push(piece: Buffer | null): boolean {
      if (piece !== null && (unwanted.has(this) || this.#isTooMuch(piece.length))) {
        refuseRest(this);
        return false;
      }
      return super.push(piece);
    }

    override _read(size: number): void {
      if (!unwanted.has(this)) super._read(size);
    }

    #isTooMuch(bytes: number): boolean {
      const { bytesRead } = this.socket;
      // Node reads ahead of the parser: bytes of its first read are not counted.
      const body = arrived.get(this) ?? { pieces: 0, bytes: 0, wireStart: bytesRead };
      if (body.pieces++ === 0) arrived.set(this, body);
      body.bytes += bytes;
      return (
        body.pieces > SPARE_PIECES + body.bytes / BYTES_A_PIECE ||
        isOverWire(this, bytesRead - body.wireStart)
      );
    }
  }
  class AppResponse extends ServerResponse<AppRequest> {
    override writeHead(status: number, ...head: unknown[]): this {
      if (!this.req.complete) {
        this.setHeader('Connection', 'close');
        stopReading(this.req);
      }
      return Reflect.apply(super.writeHead, this, [status, ...head]);
    }
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

function refuseRest(request: IncomingMessage): void {
  excessive.add(request);
  stopReading(request);
  request.emit(EXCESS);
}

/** Reads no more of a request, and lets its caller read the answer before the connection is reset. */
function stopReading(request: IncomingMessage): void {
  const { socket } = request;
  unwanted.add(request);
  socket.pause();
  skipBodyOf(socket);
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref();
  };
}

/**
 * Keeps the parser from handing out what is left of a body in the read that it is at: Node has no public way
 * to stop it there, and 64 kB of one-byte chunks cost 15 ms, of which skipping them leaves one. Parsers serve
 * other connections afterwards, so that each gets its listener back behind this read; the next tick would come
 * behind the next piece.
 */
function skipBodyOf(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  for (const [event, listener] of Object.entries(Object(parser))) {
    if (typeof listener !== 'function' || listener.name !== 'parserOnBody') continue;
    Reflect.set(Object(parser), event, null);
    setImmediate(() => Reflect.set(Object(parser), event, listener));
  }
}
