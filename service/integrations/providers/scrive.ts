/** Scrive's e-signatures as the port. Source: Scrive's API v2, apidocs.scrive.com. */
import { type AgreementOrder, ProviderError, type Signature } from '../ports.ts';
import { codeAt, listAt, memberAt, textAt } from './answer-fields.ts';
import {
  type AccountCall,
  ask,
  type ProviderAnswer,
  type ProviderApi,
  type Refusal,
} from './http.ts';
import { type Clock, callWindow } from './rate-limit.ts';
import { isSealed, readScrive, scriveUpdate } from './scrive-shapes.ts';

export interface ScriveAccount {
  /** Address with /api/v2 at its end. */
  baseUrl: string;
  /** Personal credentials, separated by blanks: consumer key, its secret, token, its secret. */
  credentials: string;
}

/** Scrive publishes no limit. */
const CALLS = 2;
const WINDOW_MS = 1_000;
/** Uploads and starts are slow: Scrive's own client waits 30 s. */
const SLOW_MS = 20_000;
/** Documents of a page. Scrive allows 100, but each comes with all of its parties. */
const PAGE = 50;
/** Overlap of pages: a draft that is started meanwhile moves the others up. */
const OVERLAP = 10;
/** The filter for our drafts. */
const OWN_DRAFTS = [
  { filter_by: 'status', statuses: ['preparation'] },
  { filter_by: 'is_author' },
  { filter_by: 'is_not_in_trash' },
];

/** The e-signatures of one organisation. Hooks need no registration: each document names its own. */
export function scrive(account: ScriveAccount, clock: Clock): Signature {
  const call = scriveCall(account, clock);
  return {
    async check() {
      await call({ what: 'list documents', method: 'GET', path: '/documents/list?max=1' });
    },
    async registerHook() {},
    create: (order, pdf) => create(call, order, pdf),
    start: (ref, order) => start(call, ref, order),
    async read(ref, signees) {
      // Another account's document is 403.
      const { status, json } = await get(call, ref, [403, 404]);
      if (status < 400) return readScrive(json, signees);
      return { state: 'missing', reason: String(status), signees: [] };
    },
    signedDocument: (ref) => signedDocument(call, ref),
    revoke: (ref) => revoke(call, ref),
  };
}

function scriveCall({ baseUrl, credentials }: ScriveAccount, clock: Clock): AccountCall {
  const turn = callWindow(CALLS, WINDOW_MS, clock);
  const api: ProviderApi = { name: 'Scrive', baseUrl, turn, readRefusal };
  const headers = { authorization: authorization(credentials) };
  return (request) => ask(api, { ...request, headers });
}

function get(
  call: AccountCall,
  ref: string,
  also: readonly number[] = [],
): Promise<ProviderAnswer> {
  return call({ what: 'read a document', method: 'GET', path: `/documents/${ref}/get`, also });
}

/** @throws ProviderError unavailable until the document is sealed */
async function signedDocument(call: AccountCall, ref: string): Promise<Buffer> {
  const what = 'read the signed document';
  const { json } = await get(call, ref);
  if (!isSealed(json)) throw new ProviderError('unavailable', `Scrive, ${what}: not sealed yet.`);
  const path = `/documents/${ref}/files/main/signed.pdf`;
  const { status, bytes } = await call({
    what,
    method: 'GET',
    path,
    also: [409],
    isDocument: true,
    timeoutMs: SLOW_MS,
  });
  if (status === 409) throw new ProviderError('unavailable', `Scrive, ${what}: not sealed yet.`);
  return bytes;
}

/**
 * Creates a draft, or finds the one whose answer was lost. Scrive has no idempotency key, but titles a new document by
 * its file name.
 */
async function create(call: AccountCall, order: AgreementOrder, pdf: Buffer): Promise<string> {
  const found = await findDraft(call, order.agreementId);
  if (found !== null) return found;
  const body = new FormData();
  const file = new Blob([new Uint8Array(pdf)], { type: 'application/pdf' });
  body.set('file', file, `${order.agreementId}.pdf`);
  const path = '/documents/new';
  const timeoutMs = SLOW_MS;
  const { json } = await call({ what: 'create a document', method: 'POST', path, body, timeoutMs });
  return textAt(json, 'id');
}

/** Searches all pages of our drafts: one whose answer was lost may be behind many newer ones. */
async function findDraft(call: AccountCall, title: string): Promise<string | null> {
  const filter = encodeURIComponent(JSON.stringify(OWN_DRAFTS));
  for (let offset = 0; ; offset += PAGE - OVERLAP) {
    const path = `/documents/list?offset=${offset}&max=${PAGE}&filter=${filter}`;
    const { json } = await call({ what: 'find a draft', method: 'GET', path });
    const documents = listAt(json, 'documents');
    const draft = documents.find((one) => memberAt(one, 'title') === title);
    if (draft !== undefined) return textAt(draft, 'id');
    if (documents.length < PAGE) return null;
  }
}

async function start(call: AccountCall, ref: string, order: AgreementOrder): Promise<void> {
  if (!(await updateDraft(call, ref, order))) return;
  try {
    const path = `/documents/${ref}/start`;
    await call({ what: 'start a document', method: 'POST', path, timeoutMs: SLOW_MS });
  } catch (error) {
    await throwUnlessMade(error, async () => !isDraft((await get(call, ref)).json));
  }
}

/** Turns a draft into the agreement. @returns false if it is no draft any more */
async function updateDraft(
  call: AccountCall,
  ref: string,
  order: AgreementOrder,
): Promise<boolean> {
  const { json } = await get(call, ref);
  if (!isDraft(json)) return false;
  const body = new URLSearchParams({ document: JSON.stringify(scriveUpdate(order, json)) });
  const path = `/documents/${ref}/update`;
  await call({ what: 'update a document', method: 'POST', path, body });
  return true;
}

async function revoke(call: AccountCall, ref: string): Promise<void> {
  const path = `/documents/${ref}/cancel`;
  try {
    await call({ what: 'cancel a document', method: 'POST', path });
  } catch (error) {
    await throwUnlessMade(error, async () => {
      const { status, json } = await get(call, ref, [404]);
      return status === 404 || ['revoked', 'deleted'].includes(readScrive(json, []).state);
    });
  }
}

/** A refused call, or one without an answer, may be done already. @throws the error otherwise */
async function throwUnlessMade(error: unknown, isMade: () => Promise<boolean>): Promise<void> {
  const mayBe =
    error instanceof ProviderError && ['conflict', 'outcome_unknown'].includes(error.kind);
  if (!mayBe || !(await isMade())) throw error;
}

function isDraft(document: unknown): boolean {
  return memberAt(document, 'status') === 'preparation';
}

/** OAuth 1.0 with PLAINTEXT signatures, for personal credentials. */
function authorization(credentials: string): string {
  const [consumer, consumerSecret, token, tokenSecret] = credentials.trim().split(/\s+/);
  return [
    'oauth_signature_method="PLAINTEXT"',
    `oauth_consumer_key="${consumer}"`,
    `oauth_token="${token}"`,
    `oauth_signature="${consumerSecret}&${tokenSecret}"`,
  ].join(', ');
}

/** Reads code and message. A document of another account is no fault of the credentials. */
function readRefusal(body: unknown): Refusal {
  const refusal = { ...codeAt(body, 'error_type'), words: memberAt(body, 'error_message') };
  return refusal.code === 'document_action_forbidden' ? { ...refusal, kind: 'conflict' } : refusal;
}
