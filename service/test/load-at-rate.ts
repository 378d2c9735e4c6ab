/** Calls at even distances, however long the answers take: autocannon sends all calls of a second at its beginning. */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from 'd3-array';
import type { Call, Load, LoadResult } from './load.ts';

/** Timers are late by up to that, ms. */
const TIMER_MS = 1;

/** Loads an address; an answer's time counts from when its call was due. */
export async function loadAtRate<Asked extends Call>(
  base: string,
  { connections, seconds, perSecond, patienceS = 10, next, onAnswer }: Rated<Asked>,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const sockets = new Set<Socket>();
  const took: number[] = [];
  const byStatus: Record<string, number> = {};
  const failed = { gaveUp: 0, broken: 0 };
  const ask = async (dueMs: number) => {
    const asked = next();
    try {
      const answer = await answerOf(base, asked, agent, patienceS);
      sockets.add(answer.socket);
      const body = await text(answer);
      const { statusCode = 0 } = answer;
      took.push(performance.now() - dueMs);
      byStatus[statusCode] = (byStatus[statusCode] ?? 0) + 1;
      onAnswer?.(asked, statusCode, body);
    } catch (error) {
      failed[error instanceof GaveUp ? 'gaveUp' : 'broken']++;
    }
  };
  const sent = await callAtRate(perSecond, seconds, ask);
  const bytes = Array.from(sockets).reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  agent.destroy();
  const [p50Ms, p99Ms, maxMs] = [0.5, 0.99, 1].map((share) => quantile(took, share) ?? Number.NaN);
  const answered = took.length;
  return {
    sent,
    answered,
    perSecond: answered / seconds,
    p50Ms,
    p99Ms,
    maxMs,
    byStatus,
    ...failed,
    bytes,
  };
}

/**
 * Calls at even distances, whether the calls before are done or not.
 * @param call gets when it was due, by `performance.now()`
 * @returns how many there were, once all are done
 */
export async function callAtRate(
  perSecond: number,
  seconds: number,
  call: (dueMs: number) => Promise<void>,
): Promise<number> {
  const begun: Promise<void>[] = [];
  const startMs = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const dueMs = startMs + (1000 * n) / perSecond;
    const restMs = dueMs - performance.now();
    if (restMs > TIMER_MS) await wait(restMs);
    begun.push(call(dueMs));
  }
  await Promise.all(begun);
  return begun.length;
}

type Rated<Asked extends Call> = Load<Asked> & { perSecond: number };

class GaveUp extends Error {}

function answerOf(
  base: string,
  { method = 'GET', path, body, headers }: Call,
  agent: Agent,
  patienceS: number,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(base + path, { method, agent, ...(headers && { headers }) }, resolve);
    sent.setTimeout(1000 * patienceS, () => sent.destroy(new GaveUp()));
    sent.on('error', reject).end(body);
  });
}
