import type { AgreementOrder, ReadAgreement, ReadSignee, Signee, SigneeRef } from '../ports.ts';
import { listAt, memberAt, textAt, timeAt, wordOf } from './answer-fields.ts';

/** Scrive's statuses as ours. An agreement that timed out may be prolonged. */
const STATES: Record<string, ReadAgreement['state']> = {
  preparation: 'draft',
  awaiting_start: 'pending',
  pending: 'pending',
  closed: 'completed',
  canceled: 'revoked',
  rejected: 'revoked',
  timedout: 'expired',
  document_error: 'failed',
};
const GOING_ON: readonly ReadAgreement['state'][] = ['draft', 'pending', 'completed'];
const METHODS = { bankid: 'se_bankid', standard: 'standard' };

/** The update that turns a new document into the agreement. Its author does not sign. */
export function scriveUpdate(order: AgreementOrder, document: unknown) {
  // The older `is_signatory` would win over the role.
  const { is_signatory: _, ...author } = Object(listAt(document, 'parties').find(isAuthor));
  return {
    title: order.title,
    days_to_sign: order.daysToSign,
    api_callback_url: order.hookUrl,
    parties: [{ ...author, signatory_role: 'viewer' }, ...order.signees.map(scriveParty)],
  };
}

function scriveParty({ name, email, phone, method, personalNumber }: Signee) {
  const [, first = '', last = name] = /^(.*) (\S+)$/.exec(name) ?? [];
  // Scrive refuses other formats. The e-mail is enough.
  const mobile = phone === undefined ? null : internationalNumber(phone);
  return {
    is_author: false,
    signatory_role: 'signing_party',
    fields: [
      { type: 'name', order: 1, value: first },
      { type: 'name', order: 2, value: last },
      { type: 'email', value: email },
      ...(mobile === null ? [] : [{ type: 'mobile', value: mobile }]),
      ...(method === 'bankid' ? [numberField(personalNumber)] : []),
    ],
    authentication_method_to_sign: METHODS[method],
    delivery_method: 'email',
  };
}

/** The field of a personal number. A signee whose number is unknown enters it when signing. */
function numberField(personalNumber: string | undefined) {
  return {
    type: 'personal_number',
    value: personalNumber ?? '',
    is_obligatory: true,
    editable_by_signatory: personalNumber === undefined,
  };
}

export function readScrive(document: unknown, signees: readonly SigneeRef[]): ReadAgreement {
  const status = textAt(document, 'status');
  const isGone = [memberAt(document, 'is_trashed'), memberAt(document, 'is_deleted')].includes(
    true,
  );
  const state = isGone ? 'deleted' : (STATES[status] ?? 'unknown');
  const parties = partiesOf(document, signees);
  return {
    state,
    reason: GOING_ON.includes(state) ? null : wordOf(status),
    signees: signees.flatMap(({ id }) => (parties.has(id) ? [readParty(id, parties.get(id))] : [])),
  };
}

/** Whether the signed document can be fetched. Before that the file has no signatures. */
export function isSealed(document: unknown): boolean {
  return memberAt(document, 'status') === 'closed' && memberAt(document, 'sealed_file') !== null;
}

function readParty(id: string, party: unknown): ReadSignee {
  const signedAt = timeAt(party, 'sign_time');
  const openedAt = timeAt(party, 'seen_time');
  const isDeclined = timeAt(party, 'rejected_time') !== null;
  const before = openedAt === null ? 'pending' : 'opened';
  const status = signedAt !== null ? 'signed' : isDeclined ? 'declined' : before;
  return { id, providerId: partyId(party), status, openedAt, signedAt };
}

function isAuthor(party: unknown): boolean {
  return memberAt(party, 'is_author') === true;
}

const COUNTRY = '+46';

/** A phone number in E.164. One without a country code is Swedish. Null if it is invalid. */
export function internationalNumber(phone: string): string | null {
  const digits = phone.replace('(0)', '').replaceAll(/[\s().-]/g, '');
  const whole = digits.replace(/^00/, '+').replace(/^0(?=\d)/, COUNTRY);
  return /^\+[1-9]\d{7,14}$/.test(whole) ? whole : null;
}

/**
 * The parties of signees, by our ids. A signee without a party is left out. Parties are found by Scrive's id if it is
 * known, else among those who sign by e-mail, and by name if several share an e-mail.
 */
export function partiesOf(document: unknown, signees: readonly SigneeRef[]): Map<string, unknown> {
  const parties = listAt(document, 'parties');
  const found = new Map<string, unknown>();
  for (const { id, providerId } of signees) {
    const party = parties.find((one) => providerId !== null && partyId(one) === providerId);
    if (party !== undefined) found.set(id, party);
  }
  for (const signee of signees) {
    if (signee.providerId !== null) continue;
    const free = parties.filter((one) => signs(one) && ![...found.values()].includes(one));
    const party = bestOf(free, signee);
    if (party !== undefined) found.set(signee.id, party);
  }
  return found;
}

/** Scrive's id of a party, which is final once the document is started. Null if it has none. */
export function partyId(party: unknown): string | null {
  const id = memberAt(party, 'id');
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

function bestOf(parties: readonly unknown[], { email, name }: SigneeRef): unknown {
  const same = parties.filter((party) => textOf(party, 'email') === email.toLowerCase());
  return same.find((party) => textOf(party, 'name') === name.toLowerCase()) ?? same.at(0);
}

/** The values of a party's fields of a type as one text in lower case. */
function textOf(party: unknown, type: string): string {
  const fields = memberAt(party, 'fields');
  const values = (Array.isArray(fields) ? fields : [])
    .filter((field) => memberAt(field, 'type') === type)
    .map((field) => String(memberAt(field, 'value') ?? ''));
  return values.join(' ').trim().toLowerCase();
}

/** Whether a party signs. Older answers have `is_signatory` instead of a role. */
function signs(party: unknown): boolean {
  const role = memberAt(party, 'signatory_role');
  if (role !== undefined) return role === 'signing_party';
  return memberAt(party, 'is_signatory') !== false && memberAt(party, 'is_author') !== true;
}
