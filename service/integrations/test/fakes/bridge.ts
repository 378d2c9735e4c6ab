/** A bridge that implements the contract "standard" (schemas/integrations/signature-bridge.yaml), on loopback. */
import { randomUUID } from 'node:crypto';
import type { SignatureAccount } from '../../providers/account.ts';
import { agreementOf, type FakeAgreement, type FakeLife, lifeOf, signeeOf } from './agreement.ts';
import {
  type Call,
  type FakeServer,
  jsonOf,
  postHook,
  type Refusal,
  type Reply,
  type Route,
  signedHeaders,
  startFake,
} from './server.ts';

/**
 * Facts without a refusal:
 * - keyMakesOne: The same Idempotency-Key again makes nothing new and answers with the same id.
 * - webhookReplaced: A webhook with the address of another takes its place.
 */
const BRIDGE_RULES = {
  // An order has the reference of its key, and a PDF.
  orderNeedsDocument: [422, 'bad_order', 'Expected the key’s reference and a PDF.'],
  // An agreement that is gone answers 404.
  gone: [404, 'gone', 'No such agreement.'],
  // The signed document is 503 until it is ready.
  documentNotYet: [503, 'not_yet', 'It is asked for again.'],
  // A completed agreement cannot be revoked.
  completedStays: [409, 'completed', 'All have signed.'],
  // A token that does not hold is 401.
  badToken: [401, 'unauthorized', 'The token does not hold.'],
} satisfies Record<string, Refusal>;

export interface BridgeFake extends FakeServer, FakeLife {
  token: string;
  /** The secret that signs webhooks. */
  secret: string;
  agreements: Map<string, FakeAgreement>;
  webhooks: { url: string; events: string[] }[];
  /** A webhook as it would be sent. */
  message(id: string, kind: string, more?: Partial<HookOptions>): Message;
  /** Sends an event to every registered webhook. @returns the answers' statuses */
  sendHook(id: string, kind: string, more?: Partial<HookOptions>): Promise<number[]>;
}

/** A signed webhook. */
interface Message {
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer>;
}

/** The options of a webhook. */
interface HookOptions {
  /** The message's id. The same id again is a repeat. */
  messageId: string;
  secret: string;
  /** Milliseconds since 1970 by the process's clock, since its receiver uses no test's clock. */
  atMs: number;
}

/** The route of an agreement that the path names. */
const at =
  (act: (agreement: FakeAgreement) => Reply) =>
  ({ agreements }: BridgeFake, _call: Call, id: string): Reply => {
    const agreement = agreements.get(id);
    return agreement ? act(agreement) : refuse('gone');
  };
const ROUTES: readonly Route<BridgeFake>[] = [
  ['POST', '/agreements', create],
  ['GET', '/agreements/:id', at((one) => ({ status: 200, body: statusOf(one) }))],
  ['GET', '/agreements/:id/document', at(document)],
  ['POST', '/agreements/:id/revoke', at(revoke)],
  ['GET', '/webhooks', ({ webhooks }) => ({ status: 200, body: { webhooks } })],
  ['POST', '/webhooks', register],
];
const STATES: Record<FakeAgreement['state'], string> = {
  preparation: 'pending',
  pending: 'pending',
  closed: 'completed',
  canceled: 'revoked',
  rejected: 'revoked',
  timedout: 'expired',
};
const TOKEN = 'bridge-token';

/** The account as the organisations' file would have it. */
export function bridgeAccount({
  url,
  token,
  secret,
}: BridgeFake): Extract<SignatureAccount, { provider: 'standard' }> {
  return {
    provider: 'standard',
    baseUrl: url,
    token,
    webhookSecrets: [secret],
    daysToSign: 30,
  };
}

/** Starts a bridge with nothing behind it. */
export async function startBridgeFake(now = Date.now): Promise<BridgeFake> {
  const agreements = new Map<string, FakeAgreement>();
  const webhooks: BridgeFake['webhooks'] = [];
  const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const message = (id: string, kind: string, more: Partial<HookOptions> = {}) => {
    const reference = agreements.get(id)?.reference ?? id;
    const { messageId = `msg_${randomUUID()}`, atMs = Date.now() } = more;
    const at = new Date(atMs);
    const event = { type: `agreement.${kind}`, timestamp: at.toISOString(), data: { reference } };
    const text = JSON.stringify(event);
    const headers = signedHeaders(more.secret ?? secret, messageId, text, at);
    return { headers, body: Buffer.from(text) };
  };
  const sendHook = async (id: string, kind: string, more?: Partial<HookOptions>) => {
    const request = message(id, kind, more);
    const hooks = webhooks.filter(({ events }) => events.includes(`agreement.${kind}`));
    return Promise.all(hooks.map(({ url }) => postHook(url, request)));
  };
  const life = lifeOf(agreements, now);
  const state = { ...life, token: TOKEN, secret, agreements, webhooks, message, sendHook };
  return await startFake(state, ROUTES, unauthorised);
}

/** The refusal of a broken rule. */
function refuse(rule: keyof typeof BRIDGE_RULES): Reply {
  const [status, code, text] = BRIDGE_RULES[rule];
  return { status, body: { code, message: text } };
}

function unauthorised({ headers }: Call): Reply | undefined {
  return headers.authorization === `Bearer ${TOKEN}` ? undefined : refuse('badToken');
}

function create({ agreements }: BridgeFake, { headers, body }: Call): Reply {
  const reference = String(headers['idempotency-key']);
  const there = [...agreements.values()].find((one) => one.reference === reference);
  if (there) return { status: 200, body: { id: there.id } };
  const text = body.toString('latin1');
  const order = JSON.parse(/\{"reference":.*\}/.exec(body.toString())?.[0] ?? '{}');
  if (order.reference !== reference || !text.includes('%PDF-')) {
    return refuse('orderNeedsDocument');
  }
  const id = `agr_${agreements.size + 1}`;
  const signees = order.signees.map((one: Record<'id' | 'name' | 'email', string>) =>
    signeeOf(one.id, one.name, one.email),
  );
  const { title } = order;
  agreements.set(id, agreementOf(id, { reference, title, state: 'pending', signees }));
  return { status: 201, body: { id } };
}

function register({ webhooks }: BridgeFake, call: Call): Reply {
  const webhook = jsonOf(call) as BridgeFake['webhooks'][number];
  const i = webhooks.findIndex(({ url }) => url === webhook.url);
  if (i >= 0) webhooks[i] = webhook;
  else webhooks.push(webhook);
  return { status: 201, body: webhook };
}

function document(agreement: FakeAgreement): Reply {
  if (agreement.state !== 'closed') return refuse('gone');
  if (agreement.notReady-- > 0) return refuse('documentNotYet');
  return { status: 200, body: agreement.document };
}

function revoke(agreement: FakeAgreement): Reply {
  if (agreement.state === 'closed') return refuse('completedStays');
  if (agreement.state === 'pending') agreement.state = 'canceled';
  return { status: 204 };
}

function statusOf({ state, signees }: FakeAgreement) {
  return {
    state: STATES[state],
    reason: STATES[state] === 'pending' || state === 'closed' ? null : state,
    signees: signees.map(({ id, seenAt, signedAt, rejectedAt }) => {
      const seen = seenAt ? 'opened' : 'pending';
      const status = signedAt ? 'signed' : rejectedAt ? 'declined' : seen;
      return { id, status, opened_at: seenAt, signed_at: signedAt };
    }),
  };
}
