/**
 * A Scrive account on loopback. A draft is updated and started once. Calls back are not signed and do not say what has changed.
 *
 * Sources: doc is scrive/openapi2slate, scrive_api.md. Mcp is scrive/mcp, Scrive's own. Server is Scrive's published
 * server source, Doc.API.V2 and Doc.Validation.Starting.
 *
 * Each rule has the fact with source, date and trust. A: official, or a recorded answer. B: second-hand and consistent. C: single or
 * doubtful.
 */
import type { SignatureAccount } from '../../providers/account.ts';
import {
  agreementOf,
  type FakeAgreement,
  type FakeLife,
  lifeOf,
  pdf,
  signeeOf,
} from './agreement.ts';
import {
  brokenRule,
  type Call,
  type Check,
  type FakeServer,
  parsed,
  postHook,
  type Refusal,
  type Reply,
  type Route,
  startFake,
} from './server.ts';

/**
 * Facts without a refusal:
 * - statuses: A document is preparation, awaiting_start, pending, closed, canceled, timedout, rejected or document_error
 * (mcp, 2026, A).
 * - fileBeforeClosing: Before a document is closed its file is there, and is not signed (doc, server, 2022-10, A).
 * - olderRole: Where is_signatory and signatory_role are both sent, the older one wins (mcp, server, 2026, A).
 * - partyIds: Ids of parties may change until the start, and people may add and reorder parties before it (doc, 2022-10,
 * A).
 * - callback: A call back is a form with the document as JSON, and whether it is signed and sealed. It comes again (doc,
 * 2022-10, A).
 * - nothingIsUnique: A new document is another one each time: there is no key (doc, 2022-10, A).
 * - titleOfFile: A new document has the name of its file, without the extension, as its title (doc, documents/new,
 * 2022-10, A).
 * - slowAnswers: An answer may take long: Scrive’s own client waits 30 s (mcp, 2026, A).
 * - newWords: Answers have methods, fields and members that older documents do not name (mcp, 2026, A).
 * - prolonged: What has timed out can be prolonged by hand by 1 to 90 days, and is pending again (doc, server, 2022-10, A).
 * Not settled: The server’s source allows 365 days.
 * - authorFields: The author’s fields are the account’s, whatever is sent (doc, 2022-10, B).
 * - objectVersion: An update may name the version of the document, and is 409 where that differs (server, 2021, A).
 */
export const SCRIVE_RULES = {
  // For about ten seconds after closing the signed file is 503 (doc, Scrive’s client test, 2022-10, C). Not settled:
  // Scrive’s own test of its client expects 409.
  fileWhileSealing: [503, 'document_state_error', 'The document is not sealed yet.'],
  // Only a draft can be started (server, 2021, A).
  startTwice: [409, 'document_state_error', 'The document is not a draft.'],
  // A document that nobody signs cannot be started (server, 2021, A).
  startWithoutSignatory: [409, 'document_state_error', 'The document has no signing party.'],
  // A document without a file cannot be started (server, 2021, A).
  startWithoutFile: [409, 'document_state_error', 'The document has no file.'],
  // A party to whom it goes by e-mail has a valid one (server, 2021, A).
  startBadEmail: [409, 'document_state_error', 'A party has an invalid e-mail address.'],
  // A mobile number is a plus, the country and digits (doc, server, 2022-10, A).
  mobileForm: [409, 'document_state_error', 'A party has an invalid mobile number.'],
  // A party that signs by BankID has a field of a personal number, empty or valid with 10 or 12 digits (server, 2021, A).
  startPersonalNumber: [409, 'document_state_error', 'A party has an invalid personal number.'],
  // A method to sign has to be switched on for the account (server, 2021, A).
  methodSwitchedOff: [409, 'document_state_error', 'The authentication method is not enabled.'],
  // Only a draft can be updated (server, 2021, A).
  updateOfDraft: [409, 'document_state_error', 'The document cannot be updated.'],
  // A text that is not JSON cannot be parsed (server, 2021, A).
  updateJson: [400, 'request_parameters_parse_error', 'document: not valid JSON'],
  // Only what is pending can be cancelled (server, 2021, A).
  cancelOfPending: [409, 'document_state_error', 'The document is not pending.'],
  // Another account’s document is 403, which says nothing of the account (doc, server, 2022-10, A).
  foreignDocument: [403, 'document_action_forbidden', 'No right to this document.'],
  // Credentials that do not hold are 401 (doc, 2022-10, A).
  badCredentials: [401, 'invalid_authorisation', 'The access credentials are not right.'],
  // The list of documents is filtered by all of the filters that are given as JSON, has the newest first, and comes in
  // pages (`offset`, `max`) (doc, documents/list and ListFilter, 2022-10, A).
  listFilter: [400, 'request_parameters_parse_error', 'filter: not a list of filters'],
} satisfies Record<string, Refusal>;

type ScriveRule = keyof typeof SCRIVE_RULES;

/** A party as it is sent. */
interface FakeParty {
  is_author: boolean;
  is_signatory?: boolean;
  signatory_role?: string;
  fields?: { type: string; order?: number; value: string }[];
  authentication_method_to_sign?: string;
  delivery_method?: string;
}

interface SentDocument {
  title: string;
  api_callback_url: string;
  parties: FakeParty[];
}

export interface ScriveFake extends FakeServer, FakeLife {
  /** The credentials for the organisations file. */
  credentials: string;
  agreements: Map<string, FakeAgreement>;
  /** The parties of each document as they were sent. */
  parties: Map<string, FakeParty[]>;
  /** Documents of another account. */
  foreign: Set<string>;
  /** Documents in the trash. */
  trashed: Set<string>;
  /** Whether a file that is not sealed is 409, which no source settles. */
  sealingIsConflict: boolean;
  /** Calls back about a document, as after every change of its status. @returns the answer's status */
  sendHook(id: string): Promise<number>;
}

/** The refusal of a broken rule. */
export function refuse(rule: ScriveRule): Reply {
  const [status, code, text] = SCRIVE_RULES[rule];
  return { status, body: { error_type: code, error_message: text, http_code: status } };
}

/** Whether a party signs: the older member wins. */
function signs({ is_signatory, signatory_role }: FakeParty): boolean {
  return is_signatory ?? signatory_role === 'signing_party';
}

function fieldsText({ fields = [] }: FakeParty, type: string): string {
  const values = fields.filter((field) => field.type === type).map(({ value }) => value);
  return values.join(' ').trim();
}

interface Filter {
  filter_by: string;
  statuses?: string[];
}

/** Whether an agreement is listed. Null if the text is no list of filters that the fake knows. */
function filterOf(
  { foreign, trashed }: ScriveFake,
  text: string,
): ((agreement: FakeAgreement) => boolean) | null {
  const known: Record<string, (filter: Filter, agreement: FakeAgreement) => boolean> = {
    status: ({ statuses = [] }, { state }) => statuses.includes(state),
    is_author: (_, { id }) => !foreign.has(id),
    is_not_in_trash: (_, { id }) => !trashed.has(id),
  };
  const filters = parsed(text) as Filter[] | undefined;
  if (!filters?.every(({ filter_by }) => Object.hasOwn(known, filter_by))) return null;
  return (agreement) => filters.every((filter) => known[filter.filter_by](filter, agreement));
}

interface Started {
  agreement: FakeAgreement;
  parties: FakeParty[];
}

const anySigning =
  (isBroken: (party: FakeParty) => boolean) =>
  ({ parties }: Started): boolean =>
    parties.some((party) => signs(party) && isBroken(party));

/** Methods to sign that are switched on. */
const METHODS = ['standard', 'se_bankid'];

const START_CHECKS: readonly Check<ScriveRule, Started>[] = [
  ['startTwice', ({ agreement }) => agreement.state !== 'preparation'],
  ['startWithoutFile', ({ agreement }) => agreement.document.length === 0],
  ['startWithoutSignatory', ({ parties }) => !parties.some(signs)],
  ['startBadEmail', anySigning((party) => !/^\S+@\S+\.\S+$/.test(fieldsText(party, 'email')))],
  ['mobileForm', anySigning((party) => !/^(\+\d{8,15})?$/.test(fieldsText(party, 'mobile')))],
  ['startPersonalNumber', anySigning(hasNoNumber)],
  [
    'methodSwitchedOff',
    anySigning(
      ({ authentication_method_to_sign: method = 'standard' }) => !METHODS.includes(method),
    ),
  ],
];

/** Whether somebody signs by BankID without a field for the number, or with one that cannot be. */
function hasNoNumber(party: FakeParty): boolean {
  if (party.authentication_method_to_sign !== 'se_bankid') return false;
  const hasField = party.fields?.some(({ type }) => type === 'personal_number') ?? false;
  return !hasField || !/^(\d{10}|\d{12})?$/.test(fieldsText(party, 'personal_number'));
}

const AUTHORIZATION =
  'oauth_signature_method="PLAINTEXT", oauth_consumer_key="ck", oauth_token="tk", oauth_signature="cs&ts"';
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
  ['GET', '/api/v2/documents/:id/get', at(documentReply)],
  ['POST', '/api/v2/documents/:id/update', at(update)],
  ['POST', '/api/v2/documents/:id/start', at(start)],
  ['POST', '/api/v2/documents/:id/cancel', at(cancel)],
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
export async function startScriveFake(now = Date.now): Promise<ScriveFake> {
  const agreements = new Map<string, FakeAgreement>();
  const state: Omit<ScriveFake, keyof FakeServer> = {
    ...lifeOf(agreements, now),
    credentials: 'ck cs tk ts',
    agreements,
    parties: new Map(),
    foreign: new Set(),
    trashed: new Set(),
    sealingIsConflict: false,
    sendHook: (id) => callBack(agreements.get(id), id),
  };
  return await startFake(state, ROUTES, unauthorised);
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

function documentReply(agreement: FakeAgreement): Reply {
  return { status: 200, body: documentOf(agreement) };
}

function update(agreement: FakeAgreement, fake: ScriveFake, { body }: Call): Reply {
  if (agreement.state !== 'preparation') return refuse('updateOfDraft');
  const form = new URLSearchParams(body.toString());
  const document = parsed(form.get('document') ?? '') as SentDocument | undefined;
  const own = document?.parties.filter(({ is_author }) => is_author);
  if (!document || own?.length !== 1) return refuse('updateJson');
  agreement.title = document.title;
  agreement.reference = document.api_callback_url;
  fake.parties.set(agreement.id, document.parties);
  agreement.signees = document.parties
    .filter((party) => !party.is_author && signs(party))
    .map((party) => signeeOf('', fieldsText(party, 'name'), fieldsText(party, 'email')));
  return documentReply(agreement);
}

function start(agreement: FakeAgreement, fake: ScriveFake): Reply {
  const parties = fake.parties.get(agreement.id) ?? [];
  const rule = brokenRule(START_CHECKS, { agreement, parties });
  if (rule) return refuse(rule);
  agreement.state = 'pending';
  return documentReply(agreement);
}

function cancel(agreement: FakeAgreement): Reply {
  if (agreement.state !== 'pending') return refuse('cancelOfPending');
  agreement.state = 'canceled';
  return documentReply(agreement);
}

/** The document: unsigned until it is closed, and then sealed a while later. */
function file(agreement: FakeAgreement, { sealingIsConflict }: ScriveFake): Reply {
  if (agreement.state === 'closed' && agreement.notReady-- > 0) {
    const reply = refuse('fileWhileSealing');
    return sealingIsConflict ? { ...reply, status: 409 } : reply;
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
  const { id, title, state, signees } = agreement;
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
    parties: [
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
    ],
  };
}
