import { fill } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { Chips } from '../../ui/chips.tsx';
import { usePage } from '../use-page.ts';

/** How many share the deduction: one or two, or as many as the page's link says. */
export function Owners() {
  const { state, change, earnings: words } = usePage();
  const counts = [...new Set([1, 2, state.owners])];
  return (
    <Chips
      legend={words.owners}
      class="chips owners"
      options={counts.map((count) => [count, nameOwners(words, count)])}
      chosen={state.owners}
      set={(owners) => change({ owners })}
    />
  );
}

/** Names how many share the deduction. */
export function nameOwners(words: Words['earnings'], count: number): string {
  return { 1: words.owner1, 2: words.owner2 }[count] ?? fill(words.ownersMore, { count });
}
