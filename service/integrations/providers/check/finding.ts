/** Findings of a check, how to fix a refusal, and what there is to choose from. */
import { ProviderError } from '../../ports.ts';

export interface Finding {
  what: string;
  /** Null if there is none. */
  fault: string | null;
  /** Whether the account works without it. */
  isNote?: boolean;
}

/** An option of the connect page. */
export interface Choice {
  value: string;
  name: string;
}

/** The fix of each code of a provider. "…" is replaced by what follows the code. */
export type Fixes = Readonly<Record<string, string>>;

/** Reads, and returns a refusal as a fault with the provider's words and the fix. */
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
