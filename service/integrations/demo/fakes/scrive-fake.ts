/**
 * A Scrive account on loopback, which obeys the documented rules: personal credentials, a draft that is
 * updated and started once, calls back that are not signed and do not say what has changed.
 */
import { type FakeAgreement, type FakeLife, lifeOf, signeeOf } from './fake-agreement.ts';
import { type Call, type FakeServer, type Reply, type Route, startFake } from './fake-server.ts';

export interface ScriveFake extends FakeServer, FakeLife {
  /** For the organisation's file. */
  credentials: string;
  agreements: Map<string, FakeAgreement>;
  /** Calls back about a document, as after every change of its status. @returns the answer's status */
  tell(id: string): Promise<number>;
}

interface FakeParty {
  is_author: boolean;
  fields?: { type: string; order?: number; value: string }[];
}

const AUTHORIZATION =
  'oauth_signature_method="PLAINTEXT", oauth_consumer_key="ck", oauth_token="tk", oauth_signature="cs&ts"';

/** Starts an account with nothing in it. */
export async function startScriveFake(now = Date.now, port = 0): Promise<ScriveFake> {
  const agreements = new Map<string, FakeAgreement>();
  const guard = ({ headers }: Call) =>
    headers.authorization === AUTHORIZATION
      ? undefined
      : problem(401, 'invalid_authorisation', 'The access credentials are not right.');
  const server = await startFake(routesOf(agreements), guard, port);
  const tell = (id: string) => callBack(agreements.get(id), id);
  return Object.assign(server, lifeOf(agreements, now), {
    credentials: 'ck cs tk ts',
    agreements,
    tell,
  });
}

async function callBack(agreement: FakeAgreement | undefined, id: string): Promise<number> {
  if (!agreement) return 0;
  const body = new URLSearchParams({
    document_id: id,
    document_json: JSON.stringify(documentOf(agreement)),
    document_signed_and_sealed: 'false',
  });
  const response = await fetch(agreement.reference, { method: 'POST', body });
  await response.body?.cancel();
  return response.status;
}

function problem(status: number, type: string, message: string): Reply {
  return { status, body: { error_type: type, error_message: message, http_code: status } };
}

function routesOf(agreements: Map<string, FakeAgreement>): Route[] {
  const at =
    (act: (agreement: FakeAgreement, call: Call) => Reply) =>
    (call: Call, id: string): Reply => {
      const agreement = agreements.get(id);
      return agreement ? act(agreement, call) : problem(404, 'resource_not_found', 'None.');
    };

  function create({ body }: Call): Reply {
    if (!body.includes('%PDF-')) return problem(400, 'request_parameters_invalid', 'No PDF.');
    const agreement: FakeAgreement = {
      id: String(9_000_001 + agreements.size),
      reference: '',
      title: '',
      state: 'preparation',
      signees: [],
      document: Buffer.alloc(0),
      notReady: 0,
    };
    agreements.set(agreement.id, agreement);
    return { status: 201, body: documentOf(agreement) };
  }

  return [
    ['GET', /^\/api\/v2\/documents\/list$/, () => ({ status: 200, body: { documents: [] } })],
    ['POST', /^\/api\/v2\/documents\/new$/, create],
    [
      'GET',
      /^\/api\/v2\/documents\/(\d+)\/get$/,
      at((one) => ({ status: 200, body: documentOf(one) })),
    ],
    ['POST', /^\/api\/v2\/documents\/(\d+)\/update$/, at(update)],
    ['POST', /^\/api\/v2\/documents\/(\d+)\/start$/, at(start)],
    ['POST', /^\/api\/v2\/documents\/(\d+)\/cancel$/, at(cancel)],
    ['GET', /^\/api\/v2\/documents\/(\d+)\/files\/main\/.+$/, at(file)],
  ];
}

function update(agreement: FakeAgreement, { body }: Call): Reply {
  if (agreement.state !== 'preparation') return wrongState();
  const given = JSON.parse(new URLSearchParams(body.toString()).get('document') ?? '');
  const parties: FakeParty[] = given.parties;
  if (!parties.some(({ is_author }) => is_author)) {
    return problem(400, 'request_parameters_invalid', 'A document has an author.');
  }
  agreement.title = given.title;
  agreement.reference = given.api_callback_url;
  agreement.signees = parties
    .filter(({ is_author }) => !is_author)
    .map((party) => signeeOf('', fieldsText(party, 'name'), fieldsText(party, 'email')));
  return { status: 200, body: documentOf(agreement) };
}

function fieldsText({ fields = [] }: FakeParty, type: string): string {
  const values = fields.filter((field) => field.type === type).map(({ value }) => value);
  return values.join(' ').trim();
}

function start(agreement: FakeAgreement): Reply {
  if (agreement.state !== 'preparation') return wrongState();
  if (agreement.signees.length === 0) return problem(409, 'document_state_error', 'Nobody.');
  agreement.state = 'pending';
  return { status: 200, body: documentOf(agreement) };
}

function cancel(agreement: FakeAgreement): Reply {
  if (agreement.state !== 'pending') return wrongState();
  agreement.state = 'canceled';
  return { status: 200, body: documentOf(agreement) };
}

function wrongState(): Reply {
  return problem(409, 'document_state_error', 'The document is not in that state.');
}

/** After closing it takes a while. */
function file(agreement: FakeAgreement): Reply {
  if (agreement.state !== 'closed') return problem(404, 'resource_not_found', 'Not signed.');
  if (agreement.notReady-- > 0) return problem(503, 'document_file_not_ready', 'Sealing.');
  return { status: 200, body: agreement.document };
}

function documentOf({ id, title, state, signees }: FakeAgreement) {
  const author = { is_author: true, is_signatory: false, fields: [], sign_time: null };
  return {
    id,
    title,
    status: state,
    is_trashed: false,
    is_deleted: false,
    parties: [
      author,
      ...signees.map(({ email, seenAt, signedAt, rejectedAt }) => ({
        is_author: false,
        is_signatory: true,
        fields: [{ type: 'email', value: email }],
        seen_time: seenAt,
        sign_time: signedAt,
        rejected_time: rejectedAt,
      })),
    ],
  };
}
