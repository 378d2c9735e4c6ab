import type { RuleRefusal } from './provider-rule.ts';

/** A refusal of Fortnox. @param code its number. Null if no source has it */
export function refused(code: string | null, text: string, status = 400): RuleRefusal {
  return { status, code, text };
}
