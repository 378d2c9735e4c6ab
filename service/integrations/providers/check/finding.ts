/** Findings of a check, and how a refusal is mended. */
import { ProviderError } from '../../ports.ts';

/** A fact that was read of an account. */
export interface Finding {
  what: string;
  /** Null if it is as it should be. */
  fault: string | null;
  /** Whether the account works without it. */
  isNote?: boolean;
}

/** The fix of each code of a provider. "…" represents what the provider names after its code. */
export type Fixes = Readonly<Record<string, string>>;

/** The finding of a reading: a refusal is its fault, with the provider's words and the fix. */
export async function findingOf(
  fixes: Fixes,
  what: string,
  reads: () => Promise<unknown>,
): Promise<Finding> {
  try {
    await reads();
    return { what, fault: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const parts = [error.message, error.words, fixOf(fixes, error)];
    return { what, fault: parts.filter(Boolean).join(' ') };
  }
}

function fixOf(fixes: Fixes, { code = '' }: ProviderError): string | undefined {
  const [word, ...named] = code.split(' ');
  return fixes[word]?.replace('…', named.join(', '));
}
