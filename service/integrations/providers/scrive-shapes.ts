import type { AgreementOrder, ReadAgreement, ReadSignee, Signee, SigneeRef } from '../ports.ts';
import { listAt, memberAt, textAt, timeAt, wordOf } from './answer-fields.ts';
import { internationalNumber } from './phone-number.ts';
import { partiesOf, partyId } from './scrive-parties.ts';

/** Scrive's statuses as ours. One that timed out may be prolonged, by hand too. */
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

/** The update that turns a new document into the agreement; its author stays, and signs nothing. */
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
  // One in another form would refuse the start, and e-mail is enough.
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

/** The field of a personal number: a signee whose number is unknown gives it when signing. */
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

/** Whether the signed document can be fetched: before that its file is another, without a signature. */
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
