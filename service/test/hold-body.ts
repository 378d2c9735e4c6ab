import { connect, type Socket } from 'node:net';

/** Sends a body whose last bytes do not come. */
export function holdBody(
  base: string,
  path: string,
  body: Buffer,
  from: string,
  { encoding = 'identity', missing = 1 } = {},
): Socket {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length + missing}\r\n\r\n`,
  );
  socket.write(body);
  return socket;
}
