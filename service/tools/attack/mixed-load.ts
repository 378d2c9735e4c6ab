/** Requests that a public service gets all day, by many callers: mostly lookups, a few of everything else. */
import { seededRandom } from '#common/seeded-random.ts';
import { type Call, type Load, type LoadResult, load } from '../../test/load.ts';
import type { Address } from '../../test/start-program.ts';
import { call, simulationBody } from './attack.ts';

const LOOKUPS = 1000;
/** Each of them far below the limits of an address, but one that is above them. */
const CALLERS = 60_000;
const GREEDY = '198.51.100.1';

interface Asked extends Call {
  /** Allowed statuses of the answer. */
  statuses: number[];
  /** The answer that it had before the load. */
  right?: string;
  caller?: string;
}

/** The outcome of a load with a mix. */
export interface MixResult extends LoadResult {
  /** Answers of another status than may be, lookups of another text, connections that broke. */
  faults: string[];
}

/** A share of the load in percent and the request in it, made again each time. */
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
    [15, (next) => repeatWithTag(one(next))],
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
function repeatWithTag({ path, headers }: Asked): Asked {
  return {
    method: 'GET',
    path,
    headers: { 'if-none-match': headers?.etag ?? '' },
    statuses: [304],
  };
}

/** Loads the target with a mix; without `perSecond` each caller asks again as soon as he has his answer. */
export async function loadMix(
  target: Address,
  mix: Mix,
  callers: Pick<Load<Asked>, 'connections' | 'seconds' | 'perSecond' | 'patienceS'>,
): Promise<MixResult> {
  const random = seededRandom(2);
  const faults: string[] = [];
  const result = await load<Asked>(target.base, {
    ...callers,
    next() {
      const asked = drawRequest(mix, random);
      const { headers, caller = callerOf(random) } = asked;
      return { ...asked, headers: { ...headers, 'x-forwarded-for': caller } };
    },
    onAnswer({ path, statuses, right }, status, body) {
      if (!statuses.includes(status)) faults.push(`${path}: ${status}`);
      else if (status === 200 && right !== undefined && body !== right)
        faults.push(`${path}: another answer than in peace`);
    },
  });
  if (result.broken > 0) faults.push(`${result.broken} connections broke`);
  return { ...result, faults };
}

function drawRequest(mix: Mix, random: () => number): Asked {
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
