import { ProviderError } from '../../ports.ts';
import { type FixTable, fixIn } from './fix-table.ts';
import type { Finding } from './proof.ts';

/** The finding of a reading: a refusal is its fault. */
export async function findingOf(
  fixes: FixTable,
  what: string,
  reads: () => Promise<unknown>,
): Promise<Finding> {
  try {
    await reads();
    return { what, fault: null };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { words } = error;
    const fix = fixIn(fixes, error)?.fix;
    return { what, fault: [error.message, words, fix].filter(Boolean).join(' ') };
  }
}

/** The answer to whether something is taken: yes, or no with the provider's code and words. */
export async function answerTo(tries: () => Promise<unknown>): Promise<string> {
  try {
    await tries();
    return 'yes';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return `no: ${[error.message, error.words].filter(Boolean).join(' ')}`;
  }
}
