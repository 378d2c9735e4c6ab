/** The parties of a Scrive document who are our signees: people may add, remove and reorder parties. */
import type { SigneeRef } from '../ports.ts';
import { listAt, memberAt } from './answer-fields.ts';

/**
 * The parties of signees, by our ids; a signee without a party is left out. A party that is known by Scrive's
 * id is that party; the others are found among those who sign, by e-mail, and by name where several share one.
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

/** Scrive's id of a party, which stays from the document's start on. Null if it has none. */
export function partyId(party: unknown): string | null {
  const id = memberAt(party, 'id');
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

function bestOf(parties: readonly unknown[], { email, name }: SigneeRef): unknown {
  const same = parties.filter((party) => textOf(party, 'email') === email.toLowerCase());
  return same.find((party) => textOf(party, 'name') === name.toLowerCase()) ?? same.at(0);
}

/** The values of a party's fields of a type in one text, in lower case. */
function textOf(party: unknown, type: string): string {
  const fields = memberAt(party, 'fields');
  const values = (Array.isArray(fields) ? fields : [])
    .filter((field) => memberAt(field, 'type') === type)
    .map((field) => String(memberAt(field, 'value') ?? ''));
  return values.join(' ').trim().toLowerCase();
}

/** Whether a party signs; older answers say so by `is_signatory` alone. */
function signs(party: unknown): boolean {
  const role = memberAt(party, 'signatory_role');
  if (role !== undefined) return role === 'signing_party';
  return memberAt(party, 'is_signatory') !== false && memberAt(party, 'is_author') !== true;
}
