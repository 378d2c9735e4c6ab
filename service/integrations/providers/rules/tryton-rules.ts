/**
 * Tryton's rules. The fake refuses by them, and each has a test that our requests keep it.
 *
 * Sources: trytond is its source and documents; peer is a server of series 6.0, asked by "make test-tryton".
 */
import type { ProviderRule } from './provider-rule.ts';

const refused = (code: string | null, text: string, status = 200) => ({ status, code, text });

export const TRYTON_RULES = {
  errorsAreAnswers: {
    fact: 'An error comes with status 200: a list of its class and what it has to say.',
    source: 'trytond; peer',
    date: '2026-11',
    trust: 'A',
    refusal: refused('AttributeError', 'has no such method'),
  },
  concurrency: {
    fact: 'A ConcurrencyException passes when the call is made again.',
    source: 'trytond',
    date: '2026',
    trust: 'B',
    refusal: refused('ConcurrencyException', 'was changed meanwhile'),
  },
  userWarning: {
    fact: 'A UserWarning wants somebody to confirm it by its name.',
    source: 'trytond',
    date: '2026',
    trust: 'B',
    refusal: refused('UserWarning', 'Are you sure?'),
  },
  userError: {
    fact: 'A UserError is final.',
    source: 'trytond',
    date: '2026',
    trust: 'B',
    refusal: refused('UserError', 'is not valid'),
  },
  failedLogins: {
    fact: 'Too many failed logins are 429, since series 5.2.',
    source: 'trytond, changeset 7c73ae565b76',
    date: '2019-02',
    trust: 'A',
    refusal: refused(null, 'Too Many Requests', 429),
  },
  badLogin: {
    fact: 'A user and a password that do not fit, or an ended session, are 401.',
    source: 'trytond; peer',
    date: '2026-11',
    trust: 'A',
    refusal: refused(null, 'Unauthorized', 401),
  },
  createTakesAList: {
    fact: 'To create takes a list of records, then the context, and answers a list of ids.',
    source: 'trytond; peer',
    date: '2026-11',
    trust: 'A',
    refusal: refused('TypeError', 'takes a list'),
  },
  contextLast: {
    fact: 'The last argument of every call is the context.',
    source: 'trytond; peer',
    date: '2026-11',
    trust: 'A',
    refusal: refused('TypeError', 'missing the context'),
  },
  partyLater: {
    fact: 'An opportunity that is a lead needs no party; a party is a record of its own, created by a call of its own.',
    source: 'peer',
    date: '2026-11',
    trust: 'A',
  },
} satisfies Record<string, ProviderRule>;

export type TrytonRule = keyof typeof TRYTON_RULES;
