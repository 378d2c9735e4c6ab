/** A proof of a Scrive account: a draft that is never started. Source: the facts of rules/scrive-rules.ts. */
import type { AgreementOrder } from '../../ports.ts';
import { listAt, memberAt } from '../answer-fields.ts';
import type { Clock } from '../call-window.ts';
import type { AccountCall } from '../provider-http.ts';
import { create, type ScriveAccount, scriveCall, updateDraft } from '../scrive.ts';
import { scriveUpdate } from '../scrive-shapes.ts';
import { findingOf } from './finding.ts';
import { type FixTable, fixIn } from './fix-table.ts';
import type { DraftKept, SignatureProof } from './proof.ts';

const FIXES: FixTable = {
  document_state_error: {
    field: 'the document',
    fix: 'Switch on what it names: the method to sign (BankID is ordered from Scrive), and the delivery by e-mail.',
  },
  insufficient_privileges: {
    field: 'signature.credentials',
    fix: 'Make personal credentials with the rights to create, check and send: Scrive, Integration settings.',
  },
  request_parameters_invalid: {
    field: 'days_to_sign',
    fix: 'Write at most 90 into signature.days_to_sign.',
  },
};

/** The proof of one organisation's account. */
export function scriveProof(
  account: ScriveAccount,
  clock: Clock,
  fetch = globalThis.fetch,
): SignatureProof {
  const call = scriveCall(account, clock, fetch);
  const path = '/documents/list?max=1';
  return {
    inspect: async () => [
      await findingOf(FIXES, 'reads documents', () =>
        call({ what: 'list documents', method: 'GET', path }),
      ),
    ],
    fixOf: (error) => fixIn(FIXES, error),
    draft: draftKept(call),
    questions: () => [
      {
        asks: 'Is the file of a closed document 409 while it is sealed?',
        measure: 'nobody signs a proof; either is taken as "later"',
      },
      {
        asks: 'By how many days can a document be prolonged?',
        measure: 'nothing times out in a proof; 1 to 90 is documented',
      },
    ],
  };
}

function draftKept(call: AccountCall): DraftKept {
  return {
    async create(order, pdf) {
      const id = await create(call, order, pdf);
      await updateDraft(call, id, order);
      return id;
    },
    wanted: (order: AgreementOrder) =>
      shown(scriveUpdate(order, { parties: [{ is_author: true, fields: [] }] })),
    async read(id) {
      const path = `/documents/${id}/get`;
      const { json } = await call({ what: 'read a document', method: 'GET', path });
      return shown(json);
    },
    async remove(id) {
      for (const act of ['trash', 'delete']) {
        const path = `/documents/${id}/${act}`;
        await call({ what: `${act} a draft`, method: 'POST', path, also: [404] });
      }
      return null;
    },
  };
}

/** The members that we set, with a party's fields by their names. */
function shown(document: unknown): object {
  const parties = listAt(document, 'parties').filter(
    (party) => memberAt(party, 'is_author') !== true,
  );
  return {
    title: memberAt(document, 'title'),
    days_to_sign: memberAt(document, 'days_to_sign'),
    api_callback_url: memberAt(document, 'api_callback_url'),
    parties: parties.map((party) => ({
      signatory_role: memberAt(party, 'signatory_role'),
      authentication_method_to_sign: memberAt(party, 'authentication_method_to_sign'),
      delivery_method: memberAt(party, 'delivery_method'),
      ...Object.fromEntries(listAt(party, 'fields').map(fieldOf)),
    })),
  };
}

function fieldOf(field: unknown): [string, unknown] {
  const order = memberAt(field, 'order');
  const name = [memberAt(field, 'type'), order].filter((one) => one !== undefined).join('_');
  return [name, memberAt(field, 'value')];
}
