/** The calls that the search makes: route x method x outcome x encoding x chunks of the body. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { operationsOf, readOpenapi } from '../../../schemas/generate/openapi.ts';

/** How far a call is meant to come. An unknown key and a method that a path has not are refused before the body. */
type Outcome = 'accepted' | 'limited' | 'refused before' | 'refused after';

/** Header lines of the callers of a process. */
export interface Callers {
  /** Caller who is let in. Another at each call. */
  known(): string;
  /** Caller whose calls of this minute are used up. Absent where nothing is counted. */
  spent?: string;
  /** Caller whose key is not known. Absent where keys are not looked at. */
  stranger?: string;
}

/** A path with the method that is meant for it, and a body that it accepts. */
export interface Route {
  method: string;
  path: string;
  body?: string | undefined;
  callers: Callers;
}

/** One kind of call. */
export interface Cell {
  route: Route;
  outcome: Outcome;
  /** Method, encoding and chunks in words. */
  name: string;
  /** Bytes of the body as its parser would have them. Empty without a body. */
  body: string;
  /** All that is sent in a call. */
  bytes(): Buffer;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
const ENCODINGS = { identity: Buffer.from, gzip: gzipSync, br: brotliCompressSync };
type Encoding = keyof typeof ENCODINGS;

/** Nearly one read of a socket when it comes byte by byte, and more than any body may have in such chunks. */
const LARGE = ' '.repeat(10_000);
/** So many chunks that their cost shows, byte by byte. */
const SMALL = ' '.repeat(1000);
/** Far more than one read of a socket, in small pieces only. */
const VAST = ' '.repeat(1_000_000);

/** Bytes of a chunk. 0 is a body in one piece. */
const CHUNKS = { whole: 0, 'byte by byte': 1, 'in chunks of 16': 16, 'in chunks of 256': 256 };
type Chunks = keyof typeof CHUNKS;

/** Routes of an OpenAPI document below schemas/, filled with its own examples. */
export function documentedRoutes(file: string, callers: (path: string) => Callers): Route[] {
  return operationsOf(readOpenapi(file)).map(({ method, path, parameters = [], requestBody }) => {
    const asked = parameters.flatMap(({ name, examples }) =>
      examples ? [`${name}=${Object.values(examples)[0].value}`] : [],
    );
    const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
    const filled = path.replaceAll(/\{\w+\}/g, 'x-1');
    return {
      method,
      path: asked.length === 0 ? filled : `${filled}?${asked.join('&')}`,
      body: example && JSON.stringify(example.value),
      callers: callers(path),
    };
  });
}

/** Every call of the routes. */
export function cellsOf(routes: readonly Route[]): Cell[] {
  return routes.flatMap((route) => {
    const { method: own, path, body = '', callers } = route;
    const known = routes.filter((other) => other.path === path).map(({ method }) => method);
    const others = METHODS.filter((method) => !known.includes(method));
    const { spent, stranger } = callers;
    return [
      ...ways(route, 'accepted', own, callers.known, body),
      ...(spent ? ways(route, 'limited', own, () => spent, body, LARGE) : []),
      ...(stranger ? ways(route, 'refused before', own, () => stranger, body, LARGE) : []),
      ...others.flatMap((other) => ways(route, 'refused before', other, callers.known, '', SMALL)),
      ...(body
        ? ways(route, 'refused after', own, callers.known, spoilBody(body), '[', LARGE, VAST)
        : []),
    ];
  });
}

/** A field too many at the end: all of it has to be read and parsed before it is found. */
function spoilBody(body: string): string {
  return `${body.slice(0, -1)},"zzz":1}`;
}

/**
 * Encodings and chunks that a body comes in: each encoding, and each kind of chunks. A body of hours comes in one
 * piece, a vast one plain: compressed it is small.
 */
function formsOf(body: string): [Encoding, Chunks][] {
  if (body === VAST) {
    return [
      ['identity', 'in chunks of 16'],
      ['identity', 'in chunks of 256'],
    ];
  }
  const whole: [Encoding, Chunks][] = [
    ['identity', 'whole'],
    ['gzip', 'whole'],
    ['br', 'whole'],
  ];
  if (body === '' || body.length > LARGE.length) return whole;
  return [
    ...whole,
    ['identity', 'byte by byte'],
    ['gzip', 'byte by byte'],
    ['br', 'in chunks of 16'],
  ];
}

/** A call with each of the bodies in each of its forms. */
function ways(
  route: Route,
  outcome: Outcome,
  method: string,
  headers: () => string,
  ...bodies: string[]
): Cell[] {
  return bodies.flatMap((body) =>
    formsOf(body).map(([encoding, chunks]) => {
      const packed = body && ENCODINGS[encoding](body);
      const sent = packed ? frameBody(packed, encoding, chunks) : '\r\n';
      const size = body ? `, ${body.length} bytes ${chunks}` : '';
      const head = writeHead(method, route.path, encoding);
      return {
        route,
        outcome,
        body,
        name: `${method} ${encoding}${size}`,
        bytes: () => Buffer.from(`${head}${headers()}${sent}`, 'latin1'),
      };
    }),
  );
}

function writeHead(method: string, path: string, encoding: string): string {
  return `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: ${encoding}\r\n`;
}

/** The headers of a body, an empty line and the body. */
function frameBody(packed: Buffer, encoding: Encoding, kind: Chunks): string {
  const text = packed.toString('latin1');
  const headers = encoding === 'identity' ? '' : `Content-Encoding: ${encoding}\r\n`;
  const size = CHUNKS[kind];
  if (size === 0) return `${headers}Content-Length: ${packed.length}\r\n\r\n${text}`;
  const chunks = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  const framed = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  return `${headers}Transfer-Encoding: chunked\r\n\r\n${framed.join('')}0\r\n\r\n`;
}
