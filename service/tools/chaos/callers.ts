/** Callers of a cell, half of them on connections that they keep, and what each of them saw. */
import assert from 'node:assert/strict';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text as read } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { assertDocumented } from '../../test/contract.ts';
import { type Asked, nameOf, TURN } from './requests.ts';

const CALL_EVERY_MS = 16;
const KEPT_CONNECTIONS = 8;
/** Below the limit of an address: then the next caller comes, on a connection of his own. */
const CALLS_OF_ONE = 40;
const PATIENCE_MS = 10_000;
/** For what takes time. */
const LONG_PATIENCE_MS = 30_000;
const VISITOR_EVERY_MS = 1_000;
/** Name of the service, which nginx passes on without the port. */
const HOST = 'sun.example';
/** A form is younger than a person's for three seconds. */
const FILL_IN_MS = 3_300;

/** Fate of a call: a status, a connection that was refused or that broke, a caller who gave up. */
export type Fate = number | 'refused' | 'cut' | 'gave up';

export interface Seen {
  /** Its X-Request-Id, by which it is in the log. */
  id: string;
  path: string;
  atMs: number;
  ms: number;
  fate: Fate;
  takesTime: boolean;
  /** Whether the process may answer so when it has all its data. */
  isExpected: boolean;
  /** Builds that the answer is right for; absent where it is of none. */
  versions?: string[];
  /** What is wrong with the answer. */
  wrong?: string;
}

/** How late this process itself was at a moment: it is the machine's doing, and everyone's on it. */
export interface Lateness {
  atMs: number;
  lateMs: number;
}

export interface Callers {
  seen: Seen[];
  lateness: Lateness[];
  /** References of leads for which a visitor was thanked. */
  thanked: string[];
  stop(): Promise<void>;
}

/** Where they call, and what tells right from wrong. */
export interface Called {
  port: number;
  metricsPort?: number;
  /** Whether the answers are the service's own, headers included. */
  isDirect: boolean;
  /** Whether its clock may jump. */
  hasOwnClock: boolean;
  versionsOf(name: string, text: string): string[];
}

interface Answer {
  id: string;
  fate: Fate;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A caller on a connection that he keeps. */
interface Kept {
  agent: Agent;
  localAddress: string;
  left: number;
  isAsking: boolean;
}

let addresses = 0;
let calls = 0;

/** An address of loopback that nobody has called from. */
export function freshAddress(): string {
  addresses++;
  return `127.${50 + ((addresses >> 16) & 127)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Calls at a steady rate until it is stopped. */
export function startCallers(called: Called): Callers {
  const seen: Seen[] = [];
  const lateness: Lateness[] = [];
  const thanked: string[] = [];
  const kept = Array.from({ length: KEPT_CONNECTIONS }, newCaller);
  const under = new Set<Promise<void>>();
  let count = 0;

  const note = (asked: Asked, atMs: number, answer: Answer) =>
    void seen.push(judge(called, asked, atMs, answer));

  async function callOnce(): Promise<void> {
    const asked = TURN[count % TURN.length];
    const at = count++ % 2 ? kept.findIndex(({ isAsking }) => !isAsking) : -1;
    const atMs = performance.now();
    if (at < 0) return note(asked, atMs, await ask(called.port, asked, freshAddress()));
    const caller = kept[at];
    caller.isAsking = true;
    const answer = await ask(called.port, asked, caller.localAddress, caller.agent);
    caller.isAsking = false;
    note(asked, atMs, answer);
    if (typeof answer.fate === 'number' && --caller.left > 0) return;
    caller.agent.destroy();
    kept[at] = newCaller();
  }

  /** Somebody who opens a form, fills it in and sends it. */
  async function visit(): Promise<void> {
    const own = freshAddress();
    const form = { method: 'GET' as const, path: '/embedded/demo/token', statuses: [200] };
    const atMs = performance.now();
    const answer = await ask(called.port, form, own);
    note(form, atMs, answer);
    if (answer.fate !== 200) return;
    await wait(FILL_IN_MS);
    const { token } = JSON.parse(answer.text);
    const lead = {
      method: 'POST' as const,
      path: '/embedded/demo/leads',
      body: leadBody(token),
      // Without a free thread it is told so; a form that a clock made stale is sent again.
      statuses: called.hasOwnClock ? [201, 422, 503] : [201, 503],
      takesTime: true,
    };
    const sentMs = performance.now();
    const receipt = await ask(called.port, lead, own);
    note(lead, sentMs, receipt);
    if (receipt.fate === 201) thanked.push(JSON.parse(receipt.text).reference);
  }

  async function watch(port: number, path: string, statuses: number[]): Promise<void> {
    const takesTime = path === '/metrics';
    const asked = { method: 'GET' as const, path, statuses, takesTime };
    const atMs = performance.now();
    note(asked, atMs, await ask(port, asked, freshAddress()));
  }

  const begin = (work: () => Promise<void>) => {
    const done = work().finally(() => under.delete(done));
    under.add(done);
  };
  let dueMs = performance.now();
  const timers = [
    setInterval(() => {
      begin(callOnce);
      const atMs = performance.now();
      lateness.push({ atMs, lateMs: Math.max(0, atMs - dueMs) });
      dueMs = atMs + CALL_EVERY_MS;
    }, CALL_EVERY_MS),
    setInterval(() => {
      begin(visit);
      begin(() => watch(called.port, '/readyz', [200, 503]));
      const { metricsPort } = called;
      if (metricsPort) begin(() => watch(metricsPort, '/metrics', [200]));
    }, VISITOR_EVERY_MS),
  ];
  return {
    seen,
    lateness,
    thanked,
    async stop() {
      timers.forEach(clearInterval);
      await Promise.all(under);
      for (const { agent } of kept) agent.destroy();
    },
  };
}

function newCaller(): Kept {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { agent, localAddress: freshAddress(), left: CALLS_OF_ONE, isAsking: false };
}

/** One call; it never throws. */
export function ask(
  port: number,
  { method, path, body, takesTime = false }: Asked,
  localAddress: string,
  agent?: Agent,
): Promise<Answer> {
  const id = `call-${process.pid}-${++calls}`;
  return new Promise((resolve) => {
    const end = (fate: Fate, headers: IncomingHttpHeaders = {}, text = '') => {
      clearTimeout(timer);
      resolve({ id, fate, headers, text });
    };
    const headers = {
      host: HOST,
      'x-request-id': id,
      ...(method === 'POST' && { 'content-type': 'application/json', origin: `http://${HOST}` }),
      'sec-fetch-site': 'same-origin',
    };
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers, localAddress, agent: agent ?? false },
      (response) =>
        read(response).then(
          (text) => end(response.statusCode ?? 0, response.headers, text),
          () => end('cut'),
        ),
    );
    const timer = setTimeout(
      () => {
        end('gave up');
        sent.destroy();
      },
      takesTime ? LONG_PATIENCE_MS : PATIENCE_MS,
    );
    sent.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNREFUSED' ? 'refused' : 'cut'),
    );
    sent.end(body);
  });
}

function judge(called: Called, asked: Asked, atMs: number, answer: Answer): Seen {
  const { id, fate, headers, text } = answer;
  const { path, statuses, takesTime = false } = asked;
  const isExpected = typeof fate === 'number' && statuses.includes(fate);
  const seen = { id, path, atMs, ms: performance.now() - atMs, fate, takesTime, isExpected };
  if (typeof fate !== 'number' || !path.startsWith('/api/')) return seen;
  const fault = called.isDirect && documentFault(asked, { status: fate, headers, text });
  if (fault) return { ...seen, wrong: fault };
  if (fate !== 200) return seen;
  const versions = called.versionsOf(nameOf(asked), text);
  if (versions.length > 0) return { ...seen, versions };
  return { ...seen, wrong: `${path} answers ${text.slice(0, 200)}` };
}

/** Why an answer is not in the OpenAPI document. */
function documentFault(
  { method, path }: Asked,
  answer: { status: number; headers: IncomingHttpHeaders; text: string },
): string | undefined {
  try {
    const headers = answer.headers as Record<string, string>;
    assertDocumented(method, path.split('?')[0], { ...answer, headers });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
}

function leadBody(token: string): string {
  return JSON.stringify({
    token,
    inputs: {
      lat: 59.13,
      lng: 15.29,
      faces: [{ tilt: 40, azimuth: 180, panel_count: 20 }],
      panel: 0,
      yearly_kwh: 15_000,
      ev_km_per_day: 0,
      chargers: 1,
      adults: 2,
      main_fuse_a: 20,
    },
    system: 'charger',
    contact: {
      first_name: 'Åsa',
      last_name: 'Ek',
      email: 'asa@example.com',
      phone: '070-555 66 77',
      street: 'Gatan 7',
      postal_code: '72212',
      city: 'Västerås',
    },
    consent: '2026-11',
    website: '',
  });
}
