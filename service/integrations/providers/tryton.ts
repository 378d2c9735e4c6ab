/**
 * A Tryton server (6.0, modules party and sale_opportunity) as the CRM, by its JSON-RPC: a prospect is an
 * opportunity whose reference is our id. Tryton has no fields for our values: they are lines of its comment.
 */

import { ORE_PER_SEK, oreOf } from '#engine/money.ts';
import {
  type Contact,
  type Crm,
  type DealNote,
  type DealProgress,
  type DealValues,
  ProviderError,
  type ProviderErrorKind,
  type ReadDeal,
} from '../ports.ts';
import { listAt, memberAt, numberAt, textAt } from './answer-fields.ts';
import { type Clock, callWindow } from './call-window.ts';
import { inTurn } from './in-turn.ts';
import { ask, type ProviderApi } from './provider-http.ts';
import { providerWords } from './provider-words.ts';

/** The account of an organisation. */
export interface TrytonAccount {
  baseUrl: string;
  database: string;
  user: string;
  password: string;
}

/** Tryton has no limit; its password check is slow on purpose. */
const CALLS = 20;
const WINDOW_MS = 1_000;
export const PARTY = 'model.party.party';
const MECHANISM = 'model.party.contact_mechanism';
export const OPPORTUNITY = 'model.sale.opportunity';
const NOTE = 'model.ir.note';

/** Classes of errors that are not final: one passes, the other wants somebody to confirm it in Tryton. */
const KINDS: Record<string, ProviderErrorKind> = {
  ConcurrencyException: 'unavailable',
  UserWarning: 'conflict',
};

export type Rpc = (what: string, method: string, ...params: unknown[]) => Promise<unknown>;

/**
 * The CRM of one organisation. Tryton keeps nothing unique, and on SQLite rejects one of two parties created
 * at a time: one process should write to it, and creates one thing after the other.
 */
export function tryton(account: TrytonAccount, clock: Clock, fetch = globalThis.fetch): Crm {
  const rpc = trytonRpc(account, clock, fetch);
  const making = inTurn();
  return {
    async check() {
      await context(rpc);
    },
    async setUp() {},
    findContact: (email) => findContact(rpc, email),
    createContact: (contact, dealId) =>
      making('contact', () => createContact(rpc, contact, dealId ?? null)),
    findDeal: (prospectId) => findDeal(rpc, prospectId),
    readDeal: (dealId) => readDeal(rpc, dealId),
    moveDeal: (dealId, progress) => moveDeal(rpc, dealId, progress),
    putNote: (dealId, note) => making('note', () => putNote(rpc, dealId, note)),
    createDeal: (prospectId, name, values, contactId) =>
      making('deal', () => createDeal(rpc, prospectId, name, values, contactId)),
    updateDeal: (dealId, values) => updateDeal(rpc, dealId, values),
    associate: (dealId, contactId) => associate(rpc, dealId, contactId),
  };
}

/** Calls a method. @returns its result; an error of Tryton comes with status 200 */
export function trytonRpc(account: TrytonAccount, clock: Clock, fetch: ProviderApi['fetch']): Rpc {
  const { baseUrl, database, user, password } = account;
  const turn = callWindow(CALLS, WINDOW_MS, clock);
  const api: ProviderApi = { name: 'Tryton', baseUrl, fetch, turn, readRefusal: () => ({}) };
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  return async (what, method, ...params) => {
    const { json } = await ask(api, {
      what,
      method: 'POST',
      path: `/${encodeURIComponent(database)}/`,
      headers: { authorization: `Basic ${basic}` },
      body: { id: 1, method, params },
    });
    const error = memberAt(json, 'error');
    if (error === undefined) return memberAt(json, 'result');
    const name = errorName(error);
    const kind = KINDS[name] ?? 'invalid';
    const told = { code: name, words: providerWords(memberAt(error, '1', '0')) };
    throw new ProviderError(kind, `Tryton, ${what}: ${name}.`, undefined, told);
  };
}

/** The error's class; what follows it may be about people. */
function errorName(error: unknown): string {
  const [name] = Array.isArray(error) ? error : [error];
  return /^\w{1,60}$/.test(String(name)) ? String(name) : 'an error';
}

/** Language and company of the user, which every call takes. */
function context(rpc: Rpc): Promise<unknown> {
  return rpc('read the preferences', 'model.res.user.get_preferences', true, {});
}

/** A way to reach a party, which it is found by. */
interface Mechanism {
  type: 'email' | 'other';
  value: string;
  name?: string;
}

function findContact(rpc: Rpc, email: string): Promise<string | null> {
  return findParty(rpc, { type: 'email', value: email });
}

function findParty(rpc: Rpc, { type, value }: Mechanism): Promise<string | null> {
  const wanted = [
    ['type', '=', type],
    ['value', '=', value],
  ];
  return first(rpc, 'find a contact', MECHANISM, wanted, 'party');
}

/**
 * The mechanism that marks the party of an opportunity. A party without an e-mail has nothing else of its own, and
 * is created before the opportunity can refer to it.
 */
function markOf(dealId: string): Mechanism {
  return { type: 'other', value: `opportunity ${dealId}`, name: 'Opportunity' };
}

async function createContact(rpc: Rpc, contact: Contact, dealId: string | null): Promise<string> {
  const { email, phone } = contact;
  const known: Mechanism[] = email === '' ? [] : [{ type: 'email', value: email }];
  if (dealId !== null) known.push(markOf(dealId));
  for (const mechanism of known) {
    const there = await findParty(rpc, mechanism);
    if (there !== null) return there;
  }
  if (phone !== '') known.push({ type: 'other', value: phone, name: 'Phone' });
  const id = await createParty(rpc, contact, known);
  if (dealId !== null) await associate(rpc, dealId, id);
  return id;
}

function createParty(
  rpc: Rpc,
  { email, firstName, lastName }: Contact,
  mechanisms: readonly Mechanism[],
): Promise<string> {
  const party = {
    name: `${firstName} ${lastName}`.trim() || email,
    contact_mechanisms: [['create', mechanisms]],
  };
  return create(rpc, 'create a contact', PARTY, party);
}

function findDeal(rpc: Rpc, prospectId: string): Promise<string | null> {
  return first(rpc, 'find an opportunity', OPPORTUNITY, [['reference', '=', prospectId]], 'id');
}

/** An opportunity whose party was created, and not yet referred to, has it by its mark. */
async function readDeal(rpc: Rpc, dealId: string): Promise<ReadDeal> {
  const { party, amountOre } = await readOpportunity(rpc, dealId);
  const marked = party ?? (await findParty(rpc, markOf(dealId)));
  if (party === null && marked !== null) await associate(rpc, dealId, marked);
  return { contactId: marked, stage: null, amountOre };
}

/** @throws ProviderError not_found when it was deleted */
async function readOpportunity(rpc: Rpc, dealId: string) {
  const what = 'read an opportunity';
  const wanted = [['id', '=', Number(dealId)]];
  const [found] = await search(rpc, what, OPPORTUNITY, wanted, ['comment', 'party', 'amount']);
  if (found === undefined)
    throw new ProviderError('not_found', `Tryton, ${what}: it is not there.`);
  const party = memberAt(found, 'party') ?? null;
  const amount = memberAt(found, 'amount') ?? null;
  return {
    comment: String(memberAt(found, 'comment') ?? ''),
    party: party === null ? null : String(party),
    amountOre: amount === null ? null : oreOf(numberAt(amount, 'decimal')),
  };
}

/** Moves no stage: an opportunity of Tryton has states, which a salesperson goes through by its buttons. */
async function moveDeal(rpc: Rpc, dealId: string, { amountOre }: DealProgress): Promise<void> {
  if (amountOre === null) return;
  const decimal = (amountOre / ORE_PER_SEK).toFixed(2);
  const amount = { __class__: 'Decimal', decimal };
  await write(rpc, 'set the amount of an opportunity', dealId, { amount });
}

async function putNote(rpc: Rpc, dealId: string, { text, url }: DealNote): Promise<string> {
  const resource = `sale.opportunity,${dealId}`;
  const wanted = [['resource', '=', resource]];
  const notes = await search(
    rpc,
    'find the notes of an opportunity',
    NOTE,
    wanted,
    ['message'],
    null,
  );
  const found = notes.find((note) => String(memberAt(note, 'message')).includes(url));
  if (found !== undefined) return textAt(found, 'id');
  return create(rpc, 'create a note', NOTE, { resource, message: `${text}: ${url}` });
}

async function associate(rpc: Rpc, dealId: string, contactId: string): Promise<void> {
  const what = 'associate an opportunity with its party';
  await write(rpc, what, dealId, { party: Number(contactId) });
}

async function createDeal(
  rpc: Rpc,
  prospectId: string,
  name: string,
  values: DealValues,
  contactId: string | null,
): Promise<string> {
  const there = await findDeal(rpc, prospectId);
  if (there !== null) return there;
  return create(rpc, 'create an opportunity', OPPORTUNITY, {
    reference: prospectId,
    description: name,
    // An opportunity that is a lead needs no party.
    ...(contactId !== null && { party: Number(contactId) }),
    company: numberAt(await context(rpc), 'company'),
    comment: commentOf('', values),
  });
}

async function updateDeal(rpc: Rpc, dealId: string, values: DealValues): Promise<void> {
  const { comment } = await readOpportunity(rpc, dealId);
  await write(rpc, 'update an opportunity', dealId, { comment: commentOf(comment, values) });
}

/** The comment with a line for each value; lines that others wrote stay. */
function commentOf(comment: string, values: DealValues): string {
  const isOurs = (line: string) => Object.keys(values).some((name) => line.startsWith(`${name}: `));
  const others = comment.split('\n').filter((line) => line !== '' && !isOurs(line));
  const lines = Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value.replaceAll('\n', ' ')}`);
  return [...others, ...lines].join('\n');
}

/** A field of the match with the lowest id. Null if nothing matches. */
async function first(
  rpc: Rpc,
  what: string,
  model: string,
  wanted: unknown[],
  field: string,
): Promise<string | null> {
  const found = await search(rpc, what, model, wanted, [field]);
  return found.length === 0 ? null : textAt(found[0], field);
}

export async function search(
  rpc: Rpc,
  what: string,
  model: string,
  wanted: unknown[],
  fields: readonly string[],
  most: number | null = 1,
): Promise<unknown[]> {
  const order = [['id', 'ASC']];
  const found = await rpc(what, `${model}.search_read`, wanted, 0, most, order, fields, {});
  return listAt({ found }, 'found');
}

async function create(rpc: Rpc, what: string, model: string, values: object): Promise<string> {
  const company = memberAt(await context(rpc), 'company');
  const ids = await rpc(what, `${model}.create`, [values], { company });
  return textAt(listAt({ ids }, 'ids'), '0');
}

async function write(rpc: Rpc, what: string, dealId: string, values: object): Promise<void> {
  await rpc(what, `${OPPORTUNITY}.write`, [Number(dealId)], values, {});
}
