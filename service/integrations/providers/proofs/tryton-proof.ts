/** A proof of a Tryton server. Source: the facts of rules/tryton-rules.ts, and `make test-tryton`. */
import { ProviderError } from '../../ports.ts';
import { memberAt } from '../answer-fields.ts';
import type { Clock } from '../call-window.ts';
import { OPPORTUNITY, PARTY, type Rpc, search, type TrytonAccount, trytonRpc } from '../tryton.ts';
import { findingOf } from './finding.ts';
import { type FixTable, fixIn } from './fix-table.ts';
import type { CrmProof } from './proof.ts';

const FIXES: FixTable = {
  AccessError: {
    field: 'crm.user',
    fix: 'Give the user the groups of parties and of sale opportunities: Administration, Users.',
  },
  UserWarning: { field: 'the record', fix: 'Confirm the warning in Tryton with this user once.' },
};

/** The proof of one organisation's server. */
export function trytonProof(
  account: TrytonAccount,
  clock: Clock,
  fetch = globalThis.fetch,
): CrmProof {
  const rpc = trytonRpc(account, clock, fetch);
  const reads = (what: string, model: string) =>
    findingOf(FIXES, what, () => search(rpc, what, model, [['id', '=', 0]], ['id']));
  return {
    inspect: async () => [
      await reads('reads parties', PARTY),
      await reads('reads opportunities', OPPORTUNITY),
    ],
    fixOf: (error) => fixIn(FIXES, error),
    contact: {
      wanted: ({ email, firstName, lastName }) => ({
        name: `${firstName} ${lastName}`.trim() || email,
      }),
      read: (id) => readRecord(rpc, PARTY, id, ['name']),
      remove: (id) => remove(rpc, PARTY, id),
    },
    deal: {
      wanted: ({ prospectId, name, values, contactId }) => ({
        reference: prospectId,
        description: name,
        party: contactId,
        ...values,
      }),
      async read(id) {
        const fields = ['reference', 'description', 'party', 'comment'];
        const found = await readRecord(rpc, OPPORTUNITY, id, fields);
        return { ...Object(found), ...linesOf(memberAt(found, 'comment')) };
      },
      remove: (id) => remove(rpc, OPPORTUNITY, id),
    },
    questions: () => [],
  };
}

async function readRecord(rpc: Rpc, model: string, id: string, fields: string[]): Promise<unknown> {
  const [found] = await search(rpc, 'read back', model, [['id', '=', Number(id)]], fields);
  if (found === undefined)
    throw new ProviderError('not_found', 'Tryton, read back: it is not there.');
  return found;
}

/** Deletes it; a server that does not allow that is told of as a refusal. */
async function remove(rpc: Rpc, model: string, id: string): Promise<null> {
  await rpc('delete', `${model}.delete`, [Number(id)], {});
  return null;
}

/** The values in the lines of a comment. */
function linesOf(comment: unknown): Record<string, string> {
  const lines = String(comment ?? '').split('\n');
  return Object.fromEntries(
    lines.filter((line) => line.includes(': ')).map((line) => line.split(/: (.*)/s, 2)),
  );
}
