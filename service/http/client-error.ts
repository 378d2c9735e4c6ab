import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a caller may take to read why its connection ends, ms. */
const LAST_WORDS_MS = 1000;

/** Answers to input that is no HTTP, by Node's error code: status and message. */
const ANSWERS: Record<string, [number, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The request line and headers are larger than 16 kB.'],
  HPE_INVALID_METHOD: [400, 'The method is not one of HTTP.'],
};

/** Answers a connection whose request could not be parsed, and ends it. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = ANSWERS[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  answerAndClose(socket, status, message);
}

/** Answers in the one error shape where there is no response to write to, and ends the connection. */
export function answerAndClose(socket: Duplex, status: number, message: string): void {
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
