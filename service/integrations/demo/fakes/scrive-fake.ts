/**
 * A Scrive account on loopback, which obeys the documented rules: personal credentials, a draft that is
 * updated and started once, calls back that are not signed and do not say what has changed.
 */
import type { SignatureAccount } from '../../organisations/organisations.ts';
import {
  agreementOf,
  answersAt,
  type FakeAgreement,
  type FakeLife,
  lifeOf,
  signeeOf,
} from './fake-agreement.ts';
import {
  type Call,
  type FakeServer,
  postHook,
  type Reply,
  type Route,
  startFake,
} from './fake-server.ts';

export interface ScriveFake extends FakeServer, FakeLife {
  /** The credentials for the organisations file. */
  credentials: string;
  agreements: Map<string, FakeAgreement>;
  /** Calls back about a document, as after every change of its status. @returns the answer's status */
  sendHook(id: string): Promise<number>;
}

interface FakeParty {
  is_author: boolean;
  fields?: { type: string; order?: number; value: string }[];
}

const AUTHORIZATION =
  'oauth_signature_method="PLAINTEXT", oauth_consumer_key="ck", oauth_token="tk", oauth_signature="cs&ts"';

const at = answersAt(problem(404, 'resource_not_found', 'None.'));
const ROUTES: readonly Route<ScriveFake>[] = [
  ['GET', '/api/v2/documents/list', () => ({ status: 200, body: { documents: [] } })],
  ['POST', '/api/v2/documents/new', create],
  ['GET', '/api/v2/documents/:id/get', at(answerWith)],
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
export async function startScriveFake(now = Date.now, port = 0): Promise<ScriveFake> {
  const agreements = new Map<string, FakeAgreement>();
  const sendHook = (id: string) => callBack(agreements.get(id), id);
  const life = lifeOf(agreements, now);
  const state = { ...life, credentials: 'ck cs tk ts', agreements, sendHook };
  return await startFake(state, ROUTES, unauthorised, port);
}

function unauthorised({ headers }: Call): Reply | undefined {
  if (headers.authorization === AUTHORIZATION) return undefined;
  return problem(401, 'invalid_authorisation', 'The access credentials are not right.');
}

async function callBack(agreement: FakeAgreement | undefined, id: string): Promise<number> {
  if (!agreement) return 0;
  const body = new URLSearchParams({
    document_id: id,
    document_json: JSON.stringify(documentOf(agreement)),
    document_signed_and_sealed: 'false',
  });
  return await postHook(agreement.reference, { body });
}

function problem(status: number, type: string, message: string): Reply {
  return { status, body: { error_type: type, error_message: message, http_code: status } };
}

function create({ agreements }: ScriveFake, { body }: Call): Reply {
  if (!body.includes('%PDF-')) return problem(400, 'request_parameters_invalid', 'No PDF.');
  const agreement = agreementOf(String(9_000_001 + agreements.size));
  agreements.set(agreement.id, agreement);
  return { status: 201, body: documentOf(agreement) };
}

function answerWith(agreement: FakeAgreement): Reply {
  return { status: 200, body: documentOf(agreement) };
}

function update(agreement: FakeAgreement, { body }: Call): Reply {
  if (agreement.state !== 'preparation') return wrongState();
  const document = JSON.parse(new URLSearchParams(body.toString()).get('document') ?? '');
  const parties: FakeParty[] = document.parties;
  if (!parties.some(({ is_author }) => is_author)) {
    return problem(400, 'request_parameters_invalid', 'A document has an author.');
  }
  agreement.title = document.title;
  agreement.reference = document.api_callback_url;
  agreement.signees = parties
    .filter(({ is_author }) => !is_author)
    .map((party) => signeeOf('', fieldsText(party, 'name'), fieldsText(party, 'email')));
  return answerWith(agreement);
}

function fieldsText({ fields = [] }: FakeParty, type: string): string {
  const values = fields.filter((field) => field.type === type).map(({ value }) => value);
  return values.join(' ').trim();
}

function start(agreement: FakeAgreement): Reply {
  if (agreement.state !== 'preparation') return wrongState();
  if (agreement.signees.length === 0) return problem(409, 'document_state_error', 'Nobody.');
  agreement.state = 'pending';
  return answerWith(agreement);
}

function cancel(agreement: FakeAgreement): Reply {
  if (agreement.state !== 'pending') return wrongState();
  agreement.state = 'canceled';
  return answerWith(agreement);
}

function wrongState(): Reply {
  return problem(409, 'document_state_error', 'The document is not in that state.');
}

/** The signed document, which is ready a while after closing. */
function file(agreement: FakeAgreement): Reply {
  if (agreement.state !== 'closed') return problem(404, 'resource_not_found', 'Not signed.');
  if (agreement.notReady-- > 0) return problem(503, 'document_file_not_ready', 'Sealing.');
  return { status: 200, body: agreement.document };
}

function documentOf(agreement: FakeAgreement) {
  const { id, title, state, signees, arrange = (parties: object[]) => parties } = agreement;
  // They may be others until the start.
  const partyId = (i: number) => `${state === 'preparation' ? 1 : 2}${id}${i}`;
  const author = {
    id: partyId(0),
    is_author: true,
    is_signatory: false,
    fields: [],
    sign_time: null,
  };
  return {
    id,
    title,
    status: state,
    is_trashed: false,
    is_deleted: false,
    parties: arrange([
      author,
      ...signees.map(({ name, email, seenAt, signedAt, rejectedAt }, i) => ({
        id: partyId(i + 1),
        is_author: false,
        is_signatory: true,
        signatory_role: 'signing_party',
        fields: [
          { type: 'name', order: 1, value: name },
          { type: 'email', value: email },
        ],
        seen_time: seenAt,
        sign_time: signedAt,
        rejected_time: rejectedAt,
      })),
    ]),
  };
}
