/**
 * Fortnox's rules. The fake refuses by them, and each has a test that our requests keep it.
 *
 * Sources: blikk is prodigystudios/BlikkIntegration_ekovilla, measured in a test company; cassettes are the live
 * answers recorded by accodeing/fortnox-api; sdk is softwerkab/fortnox-csharp-api-sdk with its live tests; guide is
 * fortnox.se/developer and its support pages; openapi is the file of fortnox-mcp-wrapper-typescript.
 *
 * Facts without a row, since they decide nothing here: a change of a document renews the ids of its reductions, and a
 * reduction of none removes them (blikk, 2026-10), but we keep no such id and change no document; a unit that is read by
 * its code and is not there is 404 with 2000432 (cassettes, 2024-12), but the register is read as a list.
 */
import { FORTNOX_ACCESS_RULES } from './fortnox-access-rules.ts';
import { FORTNOX_INVOICE_RULES } from './fortnox-invoice-rules.ts';
import { FORTNOX_REDUCTION_RULES } from './fortnox-reduction-rules.ts';

export const FORTNOX_RULES = {
  ...FORTNOX_INVOICE_RULES,
  ...FORTNOX_REDUCTION_RULES,
  ...FORTNOX_ACCESS_RULES,
};

export type FortnoxRule = keyof typeof FORTNOX_RULES;
