/** How refusals are mended, by the provider's code. */
import type { ProviderError } from '../../ports.ts';
import type { Fix } from './proof.ts';

/** The fix of each code; "…" in a field stands for what the provider names after its code. */
export type FixTable = Readonly<Record<string, Fix>>;

/** The fix of a refusal: by its code, or by the first word of it. Null if the table has neither. */
export function fixIn(table: FixTable, { code = '' }: ProviderError): Fix | null {
  const [word, ...named] = code.split(' ');
  const found = table[word];
  if (found === undefined) return null;
  const names = named.join(', ');
  return {
    field: found.field.replace('…', names),
    fix: found.fix.replace('…', names),
  };
}
