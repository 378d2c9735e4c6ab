/** A CRM's words about a prospect that it refuses, kept for whoever has to correct it. */
import { ProviderError } from '../ports.ts';
import { storeCrmWords } from '../store/prospects.ts';
import type { Handler } from '../store/tasks.ts';
import type { SyncParts } from './sync-parts.ts';

/** A handler about prospects that keeps the words of its failures, or that one had none. */
export function keepingWords({ store }: SyncParts, handler: Handler): Handler {
  return async (run) => {
    try {
      return await handler(run);
    } catch (error) {
      if (error instanceof ProviderError) {
        const { words = null } = error;
        await store.change(run.org, (change) => storeCrmWords(change, run.subject, words));
      }
      throw error;
    }
  };
}
