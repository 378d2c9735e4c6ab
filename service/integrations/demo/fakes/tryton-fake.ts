/**
 * A Tryton server on loopback, which keeps the rules of providers/rules/tryton-rules.ts: parties with contact
 * mechanisms, and opportunities, by JSON-RPC. "make test-tryton" runs the same contract on a real one.
 */
import type { ProviderRule } from '../../providers/rules/provider-rule.ts';
import { TRYTON_RULES, type TrytonRule } from '../../providers/rules/tryton-rules.ts';
import type { TrytonAccount } from '../../providers/tryton.ts';
import {
  type Call,
  type FakeServer,
  jsonOf,
  type Reply,
  type Route,
  startFake,
} from './fake-server.ts';

type TrytonRecord = Record<string, unknown> & { id: number };

export interface TrytonFake extends FakeServer {
  account: Omit<TrytonAccount, 'baseUrl'>;
  /** The records of each model. */
  records: Map<string, TrytonRecord[]>;
  /** The rule by which the next call of a method that ends so is refused. */
  fails: { method: string; rule: TrytonRule } | null;
}

const PARTY = 'model.party.party';
const MECHANISM = 'model.party.contact_mechanism';
const OPPORTUNITY = 'model.sale.opportunity';
const NOTE = 'model.ir.note';
const MOST_LOGINS = 5;
const ROUTES: readonly Route<TrytonFake>[] = [['POST', '/sun/', answer]];

/** Starts a server with nothing in it. */
export async function startTrytonFake(): Promise<TrytonFake> {
  const account = { database: 'sun', user: 'admin', password: 'secret' };
  const records = new Map<string, TrytonRecord[]>(
    [PARTY, MECHANISM, OPPORTUNITY, NOTE].map((model) => [model, []]),
  );
  let failed = 0;
  const basic = `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`;
  const guard = ({ headers }: Call): Reply | undefined => {
    if (failed >= MOST_LOGINS) return refuse('failedLogins');
    if (headers.authorization === basic) return undefined;
    failed++;
    return refuse('badLogin');
  };
  return await startFake({ account, records, fails: null }, ROUTES, guard, 0);
}

/** The refusal of a broken rule: an error is an answer, whose class is the code. */
function refuse(rule: TrytonRule): Reply {
  const { refusal }: ProviderRule = TRYTON_RULES[rule];
  if (refusal === undefined) throw new Error(`The rule ${rule} refuses nothing.`);
  const { status, code, text } = refusal;
  if (code === null) return { status, body: { message: text } };
  return { status, body: { id: 1, error: [code, [text, '']] } };
}

function answer(fake: TrytonFake, call: Call): Reply {
  const { method, params } = jsonOf(call) as { method: string; params: unknown[] };
  if (fake.fails && method.endsWith(fake.fails.method)) {
    const { rule } = fake.fails;
    fake.fails = null;
    return refuse(rule);
  }
  if (!isContext(params.at(-1))) return refuse('contextLast');
  const [, model = '', verb = ''] = /^(.*)\.(\w+)$/.exec(method) ?? [];
  if (method === 'model.res.user.get_preferences') return result({ company: 1, language: 'sv' });
  if (verb === 'search_read') return result(searchRead(fake, model, params));
  if (verb === 'create') return create(fake, model, params[0]);
  if (verb === 'write') return write(fake, model, params);
  if (verb === 'delete') return erase(fake, model, params[0] as number[]);
  return refuse('errorsAreAnswers');
}

function isContext(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function result(value: unknown): Reply {
  return { status: 200, body: { id: 1, result: value } };
}

function searchRead({ records }: TrytonFake, model: string, params: unknown[]): TrytonRecord[] {
  const wanted = params[0] as [field: string, operator: '=', value: unknown][];
  const most = params[2] === null ? Number.POSITIVE_INFINITY : Number(params[2]);
  const isMatch = (one: TrytonRecord) => wanted.every(([field, , value]) => one[field] === value);
  return (records.get(model) ?? []).filter(isMatch).slice(0, most);
}

function create(fake: TrytonFake, model: string, values: unknown): Reply {
  if (!Array.isArray(values)) return refuse('createTakesAList');
  return result(values.map((one: object) => add(fake, model, one)));
}

function add(fake: TrytonFake, model: string, values: object): number {
  const all = fake.records.get(model) ?? [];
  const id = 1 + [...fake.records.values()].reduce((sum, some) => sum + some.length, 0);
  all.push({ id, ...values });
  const { contact_mechanisms: given } = values as { contact_mechanisms?: [string, object[]][] };
  for (const mechanism of given?.[0][1] ?? []) add(fake, MECHANISM, { ...mechanism, party: id });
  return id;
}

function erase({ records }: TrytonFake, model: string, ids: readonly number[]): Reply {
  records.set(
    model,
    (records.get(model) ?? []).filter(({ id }) => !ids.includes(id)),
  );
  return result(null);
}

function write({ records }: TrytonFake, model: string, [ids, values]: unknown[]): Reply {
  const wanted = ids as number[];
  for (const one of records.get(model) ?? []) {
    if (wanted.includes(one.id)) Object.assign(one, values);
  }
  return result(null);
}
