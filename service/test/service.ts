/** The service on a port of its own for tests, and calls to it that are held against the contract. */
import { type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import pino from 'pino';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { createSimulator } from '../api/simulation/simulator.ts';
import { type CallLimits, DEFAULT_BODY_LIMITS } from '../http/guards/limits.ts';
import { createHttpServer } from '../http/http-server.ts';
import { createApp } from '../server/app.ts';
import { type Loaded, nothingLoaded } from '../server/loaded.ts';
import { testArtifact } from './artifact.ts';
import { assertDocumented } from './contract.ts';
import type { Answer } from './documented.ts';

/** A busy machine must not abort a simulation that a test waits for, nor end its silent connection. */
export const PATIENCE_MS = 120_000;

/** The place and the lookup that tests ask most. */
export const PLACE = 'lat=59.13&lng=15.29';
export const LOOKUP = `/api/v1/pv-yield?${PLACE}&tilt=40&azimuth=180`;
export const BATCH = '/api/v1/pv-yield/batch';
export const ITEM = { lat: 59.13, lng: 15.29, tilt: 40, azimuth: 180 };

const LIFTED = { withoutKey: 1e9, withKey: 1e9 };

/** Limits that nobody reaches. */
const LIFTED_LIMITS: CallLimits = {
  lookups: LIFTED,
  matrix: LIFTED,
  meta: LIFTED,
  simulationRequests: LIFTED,
  simulationCells: LIFTED,
};

export interface TestService {
  base: string;
  loaded: Loaded;
  server: Server;
  /** Lines of the log so far. */
  log: Record<string, unknown>[];
  /** A call whose answer must be in the OpenAPI document. */
  call(path: string, options?: CallOptions): Promise<Answer>;
  /** Makes the first page, as a start does. */
  warmPages(): Promise<void>;
  close(): Promise<void>;
}

export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
  /** The address of this machine that the call comes from. */
  localAddress?: string;
}

type AppParts = Parameters<typeof createApp>[0];
/** Limits that are not given are lifted. */
type Parts = Partial<Omit<AppParts, 'limits'>> & { limits?: Partial<CallLimits> };

/**
 * Starts a service. By default on the linear test dataset and without limits. It is closed behind the
 * test, or the file, that starts it. A simulator of the caller's own is not.
 */
export async function startTestService(parts: Parts = {}): Promise<TestService> {
  const loaded: Loaded = parts.loaded ?? testLoaded();
  const log: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line: string) => log.push(JSON.parse(line)) });
  const simulator = parts.simulator ?? createSimulator(logger, { deadlineMs: PATIENCE_MS });
  const { app, warmPages } = createApp({
    simulator,
    bodies: DEFAULT_BODY_LIMITS,
    log: logger,
    artifacts: '/nowhere',
    trustProxy: 0,
    baseUrl: '',
    securityContact: undefined,
    linkSecrets: [],
    fullAddresses: false,
    draining: () => false,
    ...parts,
    limits: { ...LIFTED_LIMITS, ...parts.limits },
    loaded,
  });
  const server = createHttpServer(app, { silenceMs: PATIENCE_MS, answerMs: 2 * PATIENCE_MS });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = async (path: string, options: CallOptions = {}) => {
    const answer = await rawCall(base, path, options);
    assertDocumented(options.method ?? 'GET', path.split('?')[0], answer);
    return answer;
  };
  const close = async () => {
    await new Promise<void>((resolve) => void server.close(() => resolve()));
    if (!parts.simulator) await simulator.close();
  };
  after(async () => {
    const closed = close();
    server.closeAllConnections();
    await closed;
  });
  return { base, loaded, server, log, call, warmPages, close };
}

export function testLoaded(missing: number[] = []): Loaded {
  return { ...nothingLoaded(), pvYield: yieldDataset(testArtifact(missing)) };
}

/** A call as it is, by node:http: `fetch` would add headers of its own. */
export async function rawCall(
  base: string,
  path: string,
  { body, ...options }: CallOptions = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({ hostname, port, path, agent: false, ...options }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers as Record<string, string>,
    text: await text(response),
  };
}

/** Sends bytes as they are. All that comes back until the connection ends, also by a reset: a body may be refused unread. */
export async function exchange(base: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1').on('error', () => {});
  let received = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    received += piece;
  });
  socket.write(bytes, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

/** Sends one request many times in one write. The answers, each with its head. */
export async function pipeline(base: string, head: string, times: number): Promise<string[]> {
  const last = head.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const answers = await exchange(base, head.repeat(times - 1) + last);
  return answers.split(/(?=HTTP\/1\.1 )/);
}
