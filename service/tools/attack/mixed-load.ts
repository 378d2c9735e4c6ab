/** What a public service is asked all day, by many callers: mostly lookups, a few of everything else. */
import autocannon from 'autocannon';
import { seededRandom } from '#common/seeded-random.ts';
import { call, simulationBody } from './attack.ts';
import type { Address } from './target.ts';

const LOOKUPS = 1000;
/** Each of them far below the limits of an address, but one that is above them. */
const CALLERS = 60_000;
const GREEDY = '198.51.100.1';

interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  headers?: Record<string, string>;
  /** What may be answered. */
  statuses: number[];
  /** The answer that it had before the load. */
  right?: string;
  caller?: string;
}

/** What a load has led to. */
export interface LoadResult {
  sent: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  byStatus: Record<string, number>;
  /** Callers who had no answer within their patience. */
  gaveUp: number;
  /** Answers of another status than may be, lookups of another text, connections that broke. */
  faults: string[];
}

/** A share of the load in percent and what is asked in it, made anew each time. */
export type Mix = [percent: number, make: (random: () => number) => Asked][];

/** Asks for what is looked up in the load once, in peace, so that its answers are known. */
export async function mixedLoad(target: Address): Promise<Mix> {
  const random = seededRandom(1);
  const lookups: Asked[] = [];
  for (let i = 0; i < LOOKUPS; i++) {
    const path = lookupPath(random);
    const { status, text, etag } = await call(target, path, {
      localAddress: `127.0.5.${1 + (i % 250)}`,
    });
    if (status !== 200) throw new Error(`${path} answers ${status} in peace.`);
    lookups.push({ method: 'GET', path, statuses: [200], right: text, headers: { etag } });
  }
  const one = (next: () => number) => lookups[Math.floor(next() * LOOKUPS)];
  const get = (path: string, statuses = [200]): Asked => ({ method: 'GET', path, statuses });
  const post = (path: string, body: string, statuses = [200]): Asked => ({
    method: 'POST',
    path,
    body,
    statuses,
  });
  const items = lookups.slice(0, 20).map(({ path }) => itemOf(path));
  return [
    [58, (next) => ({ ...one(next), headers: {} })],
    [15, (next) => again(one(next))],
    [2, (next) => ({ ...one(next), headers: {}, caller: GREEDY, statuses: [200, 429] })],
    [5, () => post('/api/v1/pv-yield/batch', JSON.stringify({ items }))],
    [2, () => get('/api/v1/pv-yield/matrix?lat=59.33&lng=18.07')],
    [5, () => get('/api/v1/pv-yield/meta')],
    [3, () => get('/')],
    [2, () => get('/api/v1/simulation/market?zone=SE3')],
    [2, () => post('/api/v1/simulation', simulationBody(), [200, 503])],
    [4, () => get('/api/v1/pv-yield?lat=59.33&lng=18.07&tilt=140&azimuth=180', [422])],
    [2, () => get('/wp-login.php', [404])],
  ];
}

function lookupPath(random: () => number): string {
  const lat = (57 + 6 * random()).toFixed(3);
  const lng = (14.8 + 1.2 * random()).toFixed(3);
  return `/api/v1/pv-yield?lat=${lat}&lng=${lng}&tilt=${Math.floor(91 * random())}&azimuth=${Math.floor(360 * random())}`;
}

function itemOf(path: string): object {
  const query = new URL(path, 'http://x').searchParams;
  return Object.fromEntries([...query].map(([name, value]) => [name, Number(value)]));
}

/** A caller who kept the answer. */
function again({ path, headers }: Asked): Asked {
  return {
    method: 'GET',
    path,
    headers: { 'if-none-match': headers?.etag ?? '' },
    statuses: [304],
  };
}

/** Loads the target with a mix; without `perSecond` each caller asks again as soon as he has his answer. */
export async function load(
  target: Address,
  mix: Mix,
  options: { connections: number; seconds: number; perSecond?: number; patienceS: number },
): Promise<LoadResult> {
  const random = seededRandom(2);
  const byStatus: Record<string, number> = {};
  const faults: string[] = [];
  const result = await autocannon({
    url: target.base,
    connections: options.connections,
    duration: options.seconds,
    ...(options.perSecond && { overallRate: Math.round(options.perSecond) }),
    timeout: options.patienceS,
    requests: [
      {
        setupRequest(request, context) {
          const asked = drawn(mix, random);
          Object.assign(context, { asked });
          const { method, path, body, headers, caller = callerOf(random) } = asked;
          return {
            ...request,
            method,
            path,
            body,
            headers: { ...headers, 'x-forwarded-for': caller },
          };
        },
        onResponse(status, body, context) {
          const { asked } = context as { asked: Asked };
          byStatus[status] = (byStatus[status] ?? 0) + 1;
          if (!asked.statuses.includes(status)) faults.push(`${asked.path}: ${status}`);
          else if (status === 200 && asked.right !== undefined && body !== asked.right)
            faults.push(`${asked.path}: another answer than in peace`);
        },
      },
    ],
  });
  const { timeouts } = result;
  const broke = result.errors - timeouts;
  if (broke > 0) faults.push(`${broke} connections broke`);
  const { p50, p99, max } = result.latency;
  const perSecond = result.requests.average;
  return {
    gaveUp: timeouts,
    sent: result.requests.sent,
    perSecond,
    p50Ms: p50,
    p99Ms: p99,
    maxMs: max,
    byStatus,
    faults,
  };
}

function drawn(mix: Mix, random: () => number): Asked {
  let left = 100 * random();
  for (const [percent, make] of mix) {
    left -= percent;
    if (left < 0) return make(random);
  }
  return mix[0][1](random);
}

function callerOf(random: () => number): string {
  const i = Math.floor(CALLERS * random());
  return `203.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
}
