/** The filters of Scrive's list of documents. */
import type { FakeAgreement } from '../fake-agreement.ts';
import type { ScriveFake } from './account.ts';

interface Filter {
  filter_by: string;
  statuses?: string[];
}

/** Whether an agreement is listed. Null if the text is no list of filters that the fake knows. */
export function filterOf(
  { foreign, trashed }: ScriveFake,
  text: string,
): ((agreement: FakeAgreement) => boolean) | null {
  const known: Record<string, (filter: Filter, agreement: FakeAgreement) => boolean> = {
    status: ({ statuses = [] }, { state }) => statuses.includes(state),
    is_author: (_, { id }) => !foreign.has(id),
    is_not_in_trash: (_, { id }) => !trashed.has(id),
  };
  const filters = parsed(text);
  if (!filters?.every(({ filter_by }) => Object.hasOwn(known, filter_by))) return null;
  return (agreement) => filters.every((filter) => known[filter.filter_by](filter, agreement));
}

function parsed(text: string): Filter[] | null {
  try {
    const filters = JSON.parse(text);
    return Array.isArray(filters) ? filters : null;
  } catch {
    return null;
  }
}
