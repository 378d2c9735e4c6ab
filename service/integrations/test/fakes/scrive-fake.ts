/**
 * A Scrive account on loopback, which keeps the rules of test/provider-rules/scrive-rules.ts: what breaks one is refused with
 * Scrive's word. A draft is updated and started once; calls back are not signed and do not say what has changed.
 */
import type { SignatureAccount } from '../../providers/account.ts';
import { agreementOf, type FakeAgreement, lifeOf, pdf, signeeOf } from './fake-agreement.ts';
import {
  type Call,
  type FakeServer,
  postHook,
  type Reply,
  type Route,
  startFake,
} from './fake-server.ts';
import { brokenRule } from './rule-checks.ts';
import {
  type FakeParty,
  fieldsText,
  refuse,
  type ScriveFake,
  type SentDocument,
  signs,
} from './scrive/account.ts';
import { filterOf } from './scrive/list-filter.ts';
import { START_CHECKS } from './scrive/start-checks.ts';

export type { ScriveFake } from './scrive/account.ts';

const AUTHORIZATION =
  'oauth_signature_method="PLAINTEXT", oauth_consumer_key="ck", oauth_token="tk", oauth_signature="cs&ts"';
const LONGEST_DAYS = 90;
const YEAR_DAYS = 365;
/** Documents of a page of the list. */
const MOST_LISTED = 100;

type At = (agreement: FakeAgreement, fake: ScriveFake, call: Call) => Reply;

/** The route of a document that the path names. */
const at =
  (act: At) =>
  (fake: ScriveFake, call: Call, id: string): Reply => {
    if (fake.foreign.has(id)) return refuse('foreignDocument');
    const agreement = fake.agreements.get(id);
    const none = { error_type: 'resource_not_found', error_message: 'None.', http_code: 404 };
    return agreement ? act(agreement, fake, call) : { status: 404, body: none };
  };

const ROUTES: readonly Route<ScriveFake>[] = [
  ['GET', '/api/v2/documents/list', listDocuments],
  ['POST', '/api/v2/documents/new', create],
  ['GET', '/api/v2/documents/:id/get', at(answerWith)],
  ['POST', '/api/v2/documents/:id/update', at(update)],
  ['POST', '/api/v2/documents/:id/start', at(start)],
  ['POST', '/api/v2/documents/:id/cancel', at(cancel)],
  ['POST', '/api/v2/documents/:id/prolong', at(prolong)],
  ['GET', '/api/v2/documents/:id/files/main/:name', at(file)],
];

/** The account as the organisations' file would have it. */
export function scriveAccount({
  url,
  credentials,
}: Pick<ScriveFake, 'url' | 'credentials'>): Extract<SignatureAccount, { provider: 'scrive' }> {
  return { provider: 'scrive', baseUrl: `${url}/api/v2`, credentials, daysToSign: 30 };
}

/** Starts an account with nothing in it. */
export async function startScriveFake(now = Date.now, port = 0): Promise<ScriveFake> {
  const agreements = new Map<string, FakeAgreement>();
  const state: Omit<ScriveFake, keyof FakeServer> = {
    ...lifeOf(agreements, now),
    credentials: 'ck cs tk ts',
    agreements,
    parties: new Map(),
    foreign: new Set(),
    trashed: new Set(),
    updates: new Map(),
    versions: new Map(),
    methods: ['standard', 'se_bankid'],
    unsettled: { prolongsAYear: false, sealingIsConflict: false },
    sendHook: (id) => callBack(agreements.get(id), id),
  };
  return await startFake(state, ROUTES, unauthorised, port);
}

function unauthorised({ headers }: Call): Reply | undefined {
  return headers.authorization === AUTHORIZATION ? undefined : refuse('badCredentials');
}

async function callBack(agreement: FakeAgreement | undefined, id: string): Promise<number> {
  if (!agreement) return 0;
  const isSealed = agreement.state === 'closed' && agreement.notReady <= 0;
  const body = new URLSearchParams({
    document_id: id,
    document_json: JSON.stringify(documentOf(agreement)),
    document_signed_and_sealed: String(isSealed),
  });
  return await postHook(agreement.reference, { body });
}

function create(fake: ScriveFake, { body }: Call): Reply {
  const { agreements, parties } = fake;
  const isSent = body.includes('%PDF-');
  const agreement = agreementOf(String(9_000_001 + agreements.size));
  agreement.document = isSent ? pdf('unsigned', agreement.id) : Buffer.alloc(0);
  agreement.title = /filename="([^".]*)/.exec(body.toString('latin1'))?.[1] ?? '';
  agreements.set(agreement.id, agreement);
  parties.set(agreement.id, [AUTHOR]);
  return { status: 201, body: documentOf(agreement) };
}

/** The documents that all filters let through, those that were made last first. */
function listDocuments(fake: ScriveFake, { query }: Call): Reply {
  const isListed = filterOf(fake, query.get('filter') ?? '[]');
  if (isListed === null) return refuse('listFilter');
  const found = [...fake.agreements.values()].filter(isListed).reverse();
  const offset = Number(query.get('offset') ?? 0);
  const most = Math.min(Number(query.get('max') ?? MOST_LISTED), MOST_LISTED);
  const documents = found.slice(offset, offset + most).map(documentOf);
  return { status: 200, body: { total_matching: found.length, documents } };
}

/** The document; a draft has what it was updated with, and ids of parties. */
function answerWith(agreement: FakeAgreement, { updates, versions }: ScriveFake): Reply {
  const { id, state } = agreement;
  const document = { ...documentOf(agreement), object_version: versions.get(id) ?? 0 };
  const update = state === 'preparation' ? updates.get(id) : undefined;
  if (update === undefined) return { status: 200, body: document };
  const parties = update.parties.map((party, i) => ({
    id: `1${id}${i}`,
    ...party,
    ...(party.is_author && { fields: AUTHOR.fields }),
  }));
  return { status: 200, body: { ...document, ...update, parties } };
}

function update(agreement: FakeAgreement, fake: ScriveFake, { body }: Call): Reply {
  if (agreement.state !== 'preparation') return refuse('updateOfDraft');
  const form = new URLSearchParams(body.toString());
  const version = fake.versions.get(agreement.id) ?? 0;
  if (Number(form.get('object_version') ?? version) !== version) return refuse('objectVersion');
  const document = parsed(form.get('document'));
  if (document === undefined) return refuse('updateJson');
  const own = document.parties.filter(({ is_author }) => is_author);
  if (own.length !== 1) return refuse('updateJson');
  agreement.title = document.title;
  agreement.reference = document.api_callback_url;
  fake.parties.set(agreement.id, document.parties);
  fake.updates.set(agreement.id, document);
  fake.versions.set(agreement.id, version + 1);
  agreement.signees = document.parties
    .filter((party) => !party.is_author && signs(party))
    .map((party) => signeeOf('', fieldsText(party, 'name'), fieldsText(party, 'email')));
  return answerWith(agreement, fake);
}

function parsed(text: string | null): SentDocument | undefined {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function start(agreement: FakeAgreement, fake: ScriveFake): Reply {
  const parties = fake.parties.get(agreement.id) ?? [];
  const rule = brokenRule(START_CHECKS, { fake, agreement, parties });
  if (rule) return refuse(rule);
  agreement.state = 'pending';
  return answerWith(agreement, fake);
}

function cancel(agreement: FakeAgreement, fake: ScriveFake): Reply {
  if (agreement.state !== 'pending') return refuse('cancelOfPending');
  agreement.state = 'canceled';
  return answerWith(agreement, fake);
}

/** Gives more days to sign, which our adapter never asks for: people do. */
function prolong(agreement: FakeAgreement, fake: ScriveFake, { body }: Call): Reply {
  const days = Number(new URLSearchParams(body.toString()).get('days'));
  const most = fake.unsettled.prolongsAYear ? YEAR_DAYS : LONGEST_DAYS;
  if (!(days >= 1 && days <= most)) return refuse('prolonged');
  if (agreement.state === 'timedout') agreement.state = 'pending';
  return answerWith(agreement, fake);
}

/** The document: unsigned until it is closed, and then sealed a while later. */
function file(agreement: FakeAgreement, { unsettled }: ScriveFake): Reply {
  if (agreement.state === 'closed' && agreement.notReady-- > 0) {
    const reply = refuse('fileWhileSealing');
    return unsettled.sealingIsConflict ? { ...reply, status: 409 } : reply;
  }
  return { status: 200, body: agreement.document };
}

/** The author's fields are the account's. */
const AUTHOR: FakeParty = {
  is_author: true,
  is_signatory: true,
  signatory_role: 'signing_party',
  fields: [{ type: 'company', value: 'Solfirman AB' }],
};

function documentOf(agreement: FakeAgreement) {
  const { id, title, state, signees, arrange = (parties: object[]) => parties } = agreement;
  // They may be others until the start.
  const partyId = (i: number) => `${state === 'preparation' ? 1 : 2}${id}${i}`;
  const isSealed = state === 'closed' && agreement.notReady <= 0;
  const isNew = signees.length === 0;
  return {
    id,
    title,
    status: state,
    is_trashed: false,
    is_deleted: false,
    ...(isSealed && { sealed_file: { id: `7${id}`, name: 'signed.pdf' } }),
    parties: arrange([
      { ...AUTHOR, id: partyId(0), is_signatory: isNew, sign_time: null },
      ...signees.map(({ name, email, seenAt, signedAt, rejectedAt }, i) => ({
        id: partyId(i + 1),
        is_author: false,
        is_signatory: true,
        signatory_role: 'signing_party',
        authentications: { sign: 'freja', view: 'standard', view_archived: 'standard' },
        authentication_method_to_sign: 'freja',
        fields: [
          { type: 'name', order: 1, value: name },
          { type: 'email', value: email },
          { type: 'radiogroup', value: null },
        ],
        seen_time: seenAt,
        sign_time: signedAt,
        rejected_time: rejectedAt,
      })),
    ]),
  };
}
