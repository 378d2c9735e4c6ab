/** An e-signature service behind a bridge with the contract of schemas/integrations/signature-bridge.yaml. */
import type {
  AgreementOrder,
  ReadAgreement,
  ReadSignee,
  Signature,
  Signee,
  SigneeRef,
} from '../ports.ts';
import { codeAt, listAt, memberAt, textAt, timeAt, wordOf } from './answer-fields.ts';
import { type AccountCall, ask, type ProviderApi } from './http.ts';
import { type Clock, callWindow } from './rate-limit.ts';

export interface StandardAccount {
  baseUrl: string;
  token: string;
}

/** The kinds of event that the bridge reports. */
export const EVENT_TYPES = ['created', 'opened', 'signed', 'completed', 'revoked', 'deleted'].map(
  (kind) => `agreement.${kind}`,
);

const CALLS = 2;
const WINDOW_MS = 1_000;
const readRefusal = (body: unknown) => ({
  ...codeAt(body, 'code'),
  words: memberAt(body, 'message'),
});
const STATES = ['pending', 'completed', 'revoked', 'expired', 'failed'] as const;
const STATUSES = ['pending', 'opened', 'signed', 'declined'] as const;

/** The e-signatures of one organisation. */
export function standardSignature({ baseUrl, token }: StandardAccount, clock: Clock): Signature {
  const turn = callWindow(CALLS, WINDOW_MS, clock);
  const api: ProviderApi = { name: 'Bridge', baseUrl, turn, readRefusal };
  const authorization = `Bearer ${token}`;
  const call: AccountCall = (request) => ask(api, { ...request, headers: { authorization } });

  return {
    async check() {
      await call({ what: 'list webhooks', method: 'GET', path: '/webhooks' });
    },
    registerHook: (url) => registerHook(call, url),
    async create(order, pdf) {
      const { json } = await ask(api, {
        what: 'create an agreement',
        method: 'POST',
        path: '/agreements',
        headers: { authorization, 'idempotency-key': order.agreementId },
        body: formOf(order, pdf),
      });
      return textAt(json, 'id');
    },
    /** The agreement is sent when it is created. */
    async start() {},
    async read(ref, signees) {
      const what = 'read an agreement';
      const path = `/agreements/${ref}`;
      const { status, json } = await call({ what, method: 'GET', path, also: [404] });
      if (status === 404) return { state: 'missing', reason: '404', signees: [] };
      return readAgreement(json, signees);
    },
    async signedDocument(ref) {
      const path = `/agreements/${ref}/document`;
      const { bytes } = await call({
        what: 'read the signed document',
        method: 'GET',
        path,
        isDocument: true,
      });
      return bytes;
    },
    async revoke(ref) {
      const path = `/agreements/${ref}/revoke`;
      await call({ what: 'revoke an agreement', method: 'POST', path, also: [404] });
    },
  };
}

/** Registers the hook unless it exists with all kinds of event. Registering replaces it. */
async function registerHook(call: AccountCall, url: string): Promise<void> {
  const { json } = await call({ what: 'list webhooks', method: 'GET', path: '/webhooks' });
  const own = listAt(json, 'webhooks').find((hook) => memberAt(hook, 'url') === url);
  const events = own === undefined ? [] : listAt(own, 'events');
  if (EVENT_TYPES.every((type) => events.includes(type))) return;
  const body = { url, events: EVENT_TYPES };
  await call({ what: 'register a webhook', method: 'POST', path: '/webhooks', body });
}

function formOf(order: AgreementOrder, pdf: Buffer): FormData {
  const { agreementId, title, daysToSign, signees } = order;
  const agreement = {
    reference: agreementId,
    title,
    days_to_sign: daysToSign,
    signees: signees.map(({ id, name, email, phone, method, personalNumber }: Signee) => ({
      id,
      name,
      email,
      phone,
      method,
      personal_number: personalNumber,
    })),
  };
  const body = new FormData();
  body.set('agreement', new Blob([JSON.stringify(agreement)], { type: 'application/json' }));
  const file = new Blob([new Uint8Array(pdf)], { type: 'application/pdf' });
  body.set('document', file, `${agreementId}.pdf`);
  return body;
}

function readAgreement(body: unknown, signees: readonly SigneeRef[]): ReadAgreement {
  const word = textAt(body, 'state');
  const state = STATES.find((one) => one === word);
  const reason = memberAt(body, 'reason');
  const there = listAt(body, 'signees');
  return {
    state: state ?? 'unknown',
    reason: state === undefined ? wordOf(word) : typeof reason === 'string' ? reason : null,
    signees: signees.flatMap(({ id }) =>
      there
        .filter((signee) => memberAt(signee, 'id') === id)
        .map((signee) => readSignee(id, signee)),
    ),
  };
}

/** A signee, by our id. An unknown status counts as pending. */
function readSignee(id: string, signee: unknown): ReadSignee {
  return {
    id,
    providerId: null,
    status: STATUSES.find((word) => word === memberAt(signee, 'status')) ?? 'pending',
    openedAt: timeAt(signee, 'opened_at'),
    signedAt: timeAt(signee, 'signed_at'),
  };
}
