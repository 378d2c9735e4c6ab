/** The rules of a bridge, as its contract has them: schemas/integrations/signature-bridge.yaml. */
import type { ProviderRule } from './provider-rule.ts';

const contract = { source: 'the contract "standard"', date: '2026-11-22', trust: 'A' } as const;

export const STANDARD_RULES = {
  keyMakesOne: {
    ...contract,
    fact: 'The same Idempotency-Key again makes nothing new and answers with the same id.',
  },
  orderNeedsDocument: {
    ...contract,
    fact: 'An order has the reference of its key, and a PDF.',
    refusal: { status: 422, code: 'bad_order', text: 'Expected the key’s reference and a PDF.' },
  },
  gone: {
    ...contract,
    fact: 'What is not there any more is 404.',
    refusal: { status: 404, code: 'gone', text: 'No such agreement.' },
  },
  documentNotYet: {
    ...contract,
    fact: 'The signed document is 503 until it is ready.',
    refusal: { status: 503, code: 'not_yet', text: 'It is asked for again.' },
  },
  completedStays: {
    ...contract,
    fact: 'What is completed cannot be revoked.',
    refusal: { status: 409, code: 'completed', text: 'All have signed.' },
  },
  badToken: {
    ...contract,
    fact: 'A token that does not hold is 401.',
    refusal: { status: 401, code: 'unauthorized', text: 'The token does not hold.' },
  },
  webhookReplaced: {
    ...contract,
    fact: 'A webhook with the address of another takes its place.',
  },
} satisfies Record<string, ProviderRule>;

export type StandardRule = keyof typeof STANDARD_RULES;
