/** Fortnox's rules of tax reductions and their persons; the sources are in fortnox-rules.ts. */
import { refused } from './fortnox-refused.ts';
import type { ProviderRule } from './provider-rule.ts';

export const FORTNOX_REDUCTION_RULES = {
  noReductionIsNull: {
    fact: 'The invoice says TaxReduction null, not 0, where it has no reduction.',
    source: 'cassettes, four invoices',
    date: '2024-12-02',
    trust: 'A',
  },
  reductionCeiling: {
    fact: 'A class of work gives the rate of its price in whole kronor, rounded down; asking for a krona more is refused.',
    source: 'blikk, taxReductions, measured for ROT',
    date: '2026-10-02',
    trust: 'B',
    refusal: refused('2003228', 'Begärt belopp överstiger möjlig skattereduktion.'),
    unsettled: {
      switch: 'ceilingOfDocument',
      note: 'Whether the ceiling of mixed green rows is one of each class, which is the lower, or of the document.',
    },
  },
  loweredRows: {
    fact: 'Rows cannot be lowered below what the persons on the invoice ask for.',
    source: 'blikk, taxReductions',
    date: '2026-10-02',
    trust: 'A',
    refusal: refused('2003227', 'Skattereduktionen överstiger fakturans underlag.'),
  },
  shortPersonalNumber: {
    fact: 'A customer’s personal number of ten digits is kept, and silently gives no reduction.',
    source: 'blikk, personalNumber',
    date: '2026-10',
    trust: 'B',
  },
  postsOfOtherDocuments: {
    fact: 'Invoices, orders and offers are numbered apart, and the list of reductions has those of all three.',
    source: 'blikk; openapi; sdk',
    date: '2026-10',
    trust: 'A',
  },
  personTwice: {
    fact: 'A person has one reduction on a document.',
    source: 'openapi',
    date: '2026',
    trust: 'A',
    refusal: refused('2000600', 'Personen finns redan på dokumentet.'),
  },
  workTypeNotSold: {
    fact: 'A type of work that the invoice does not have cannot be asked for.',
    source: 'openapi',
    date: '2026',
    trust: 'A',
    refusal: refused('2004209', 'Felaktig typ av arbete.'),
  },
  amountNoInteger: {
    fact: 'Amounts are whole kronor.',
    source: 'openapi',
    date: '2026',
    trust: 'A',
    refusal: refused('2004217', 'Beloppet är inget heltal.'),
  },
  amountNegative: {
    fact: 'Amounts are not below 0.',
    source: 'openapi',
    date: '2026',
    trust: 'A',
    refusal: refused('2004218', 'Beloppet är negativt.'),
  },
  workTypeTwice: {
    fact: 'A type of work stands once in a person’s reduction.',
    source: 'openapi',
    date: '2026',
    trust: 'A',
    refusal: refused('2004262', 'Samma typ av arbete två gånger.'),
  },
  amountsMissing: {
    fact: 'A person’s green reduction has an amount for each type of work.',
    source: 'openapi',
    date: '2026',
    trust: 'A',
    refusal: refused('2004263', 'Belopp per typ av arbete saknas.'),
  },
  personalNumberLength: {
    fact: 'A personal number has 10 to 13 characters.',
    source: 'sdk',
    date: '2026-02',
    trust: 'A',
    refusal: refused(null, 'Felaktigt personnummer.'),
  },
  housingAssociation: {
    fact: 'A housing association’s number whose check digit is wrong refuses the person’s reduction.',
    source: 'blikk',
    date: '2026-10',
    trust: 'A',
    refusal: refused(null, 'Felaktigt organisationsnummer för bostadsrättsförening.'),
  },
  lastReductionStays: {
    fact: 'The last reduction of a document cannot be deleted.',
    source: 'blikk',
    date: '2026-10',
    trust: 'A',
    refusal: refused('2001246', 'Den sista skattereduktionen kan inte tas bort.'),
  },
  reductionOfRows: {
    fact: 'Until a person has a reduction, the invoice shows the one that its rows give; then the sum of the persons’.',
    source: 'blikk, taxReductions',
    date: '2026-10-02',
    trust: 'A',
  },
} satisfies Record<string, ProviderRule>;
