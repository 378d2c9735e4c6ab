/** The calls that the search for dear ones makes: route x method x outcome x encoding x chunks of the body. */
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { rollup } from 'd3-array';
import { seededRandom } from '#common/seeded-random.ts';

/** How far a call is meant to come. An unknown key and a method that a path has not are refused before the body. */
export const OUTCOMES = ['accepted', 'limited', 'refused before', 'refused after'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Header lines of the callers of a process. */
export interface Callers {
  /** Caller who is let in; another at each call. */
  known(): string;
  /** Caller whose calls of this minute are used up; absent where nothing is counted. */
  spent?: string;
  /** Caller whose key is not known; absent where keys are not looked at. */
  stranger?: string;
}

/** A path with the method that is meant for it, and a body that it accepts. */
export interface Route {
  method: string;
  path: string;
  body?: string;
  callers: Callers;
}

/** One kind of call. */
export interface Cell {
  route: Route;
  outcome: Outcome;
  /** Method, encoding and chunks in words. */
  name: string;
  /** Bytes of the body as its parser would have them; empty without a body. */
  body: string;
  /** All that is sent in a call. */
  bytes(): Buffer;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
const ENCODINGS = { identity: Buffer.from, gzip: gzipSync, br: brotliCompressSync };
type Encoding = keyof typeof ENCODINGS;

/** Nearly one read of a socket when it comes byte by byte, and more than any body may have in such chunks. */
const LARGE = ' '.repeat(10_000);
/** Far more than one read of a socket, in crumbs alone. */
const VAST = ' '.repeat(1_000_000);

const CHUNKS = {
  'in one piece': undefined,
  'byte by byte': () => 1,
  'in chunks of 16': () => 16,
  'in chunks of 256': () => 256,
  'in random chunks': (random: () => number) => 1 + Math.floor(100 * random()),
};
type Chunks = keyof typeof CHUNKS;

/** Routes of an OpenAPI document, asked for and filled with its own examples. */
export function documentedRoutes(document: URL, callers: (path: string) => Callers): Route[] {
  const { paths } = JSON.parse(readFileSync(document, 'utf8'));
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const route = {
        method: method.toUpperCase(),
        path: path.replaceAll(/\{\w+\}/g, 'x-1') + queryOf(operation),
        callers: callers(path),
      };
      const body = Object.values(operation.requestBody?.content ?? {})[0]?.examples;
      return body ? { ...route, body: JSON.stringify(firstValue(body)) } : route;
    }),
  );
}

interface Operation {
  parameters?: { in: string; name: string; examples?: Examples }[];
  requestBody?: { content: Record<string, { examples?: Examples }> };
}

type Examples = Record<string, { value: unknown }>;

function firstValue(examples: Examples): unknown {
  return Object.values(examples)[0].value;
}

function queryOf({ parameters = [] }: Operation): string {
  const asked = parameters.flatMap(({ in: place, name, examples }) =>
    place === 'query' && examples ? [`${name}=${firstValue(examples)}`] : [],
  );
  return asked.length === 0 ? '' : `?${asked.join('&')}`;
}

/** Every call of the routes. */
export function cellsOf(routes: readonly Route[]): Cell[] {
  const methods = rollup(
    routes,
    (ofPath) => ofPath.map(({ method }) => method),
    ({ path }) => path,
  );
  return routes.flatMap((route) => cellsOfOne(route, methods.get(route.path) ?? []));
}

/** @param known methods of its path */
function cellsOfOne(route: Route, known: readonly string[]): Cell[] {
  const { method: own, body = '', callers } = route;
  const others = METHODS.filter(
    (method) => !known.includes(method) && !(method === 'HEAD' && known.includes('GET')),
  );
  const { spent, stranger } = callers;
  return [
    ...ways(route, 'accepted', own, callers.known, body),
    ...(spent ? ways(route, 'limited', own, () => spent, body, LARGE) : []),
    ...(stranger ? ways(route, 'refused before', own, () => stranger, body, LARGE) : []),
    ...others.flatMap((other) => ways(route, 'refused before', other, callers.known, '', LARGE)),
    ...(body
      ? ways(route, 'refused after', own, callers.known, spoilBody(body), '[', LARGE, VAST)
      : []),
  ];
}

/** A field too many at the end: all of it has to be read and parsed before it is found. */
function spoilBody(body: string): string {
  return `${body.slice(0, -1)},"zzz":1}`;
}

/** A body of hours comes in one piece alone, a vast one plain: compressed it is small. */
function chunkKindsOf(body: string, encoding: string): Chunks[] {
  if (body === '') return ['in one piece'];
  if (body.length > LARGE.length && body !== VAST) return ['in one piece'];
  if (body !== VAST) return ['in one piece', 'byte by byte', 'in random chunks'];
  return encoding === 'identity' ? ['in chunks of 16', 'in chunks of 256'] : [];
}

/** A call with each of the bodies in every encoding and every kind of chunks. */
function ways(
  route: Route,
  outcome: Outcome,
  method: string,
  headers: () => string,
  ...bodies: string[]
): Cell[] {
  return bodies.flatMap((body) =>
    Object.keys(ENCODINGS).flatMap((encoding) => {
      const packed = body && ENCODINGS[encoding as Encoding](body);
      return chunkKindsOf(body, encoding).map((kind) => {
        const sent = packed ? frameBody(packed, encoding as Encoding, kind) : '\r\n';
        const size = body ? `, ${body.length} bytes ${kind}` : '';
        return {
          route,
          outcome,
          body,
          name: `${method} ${encoding}${size}`,
          bytes: () =>
            Buffer.from(`${writeHead(method, route.path, encoding)}${headers()}${sent}`, 'latin1'),
        };
      });
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
  const sizeOf = CHUNKS[kind];
  if (!sizeOf) return `${headers}Content-Length: ${packed.length}\r\n\r\n${text}`;
  const random = seededRandom(1);
  let chunks = '';
  for (let at = 0; at < text.length; ) {
    const chunk = text.slice(at, at + sizeOf(random));
    chunks += `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    at += chunk.length;
  }
  return `${headers}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
}
