import { fill } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { Chips } from '../../ui/chips.tsx';
import { ASSUMED, usualOf } from '../answer/verdict.ts';
import { mayClip } from '../state.ts';
import { usePage } from '../use-page.ts';
import allWords from './economy-words.json' with { type: 'json' };
import { StateNumber } from './state-number.tsx';

const WORDS = Object.keys(ASSUMED) as (keyof typeof ASSUMED)[];

/** Assumptions about the years after the first, and who shares the deduction. */
export function Economy() {
  const { state, change, earnings: words } = usePage();
  const own = allWords[state.lang];
  const usual = Object.fromEntries(
    WORDS.map((word) => [ASSUMED[word], usualOf(state, ASSUMED[word])]),
  );
  const isUsual =
    !state.isHybrid &&
    !state.isWinterReserve &&
    WORDS.every((word) => state[ASSUMED[word]] === usual[ASSUMED[word]]);
  return (
    <>
      <div class="numbers">
        {WORDS.map(
          (word) =>
            (word !== 'inverterYear' || state.inverterSek > 0) && (
              <StateNumber key={word} word={word} />
            ),
        )}
      </div>
      {state.reservePct > 0 && (
        <Chips
          legend={words.reserve}
          class="chips"
          options={[
            ['year', own.wholeYear],
            ['winter', own.winter],
          ]}
          chosen={state.isWinterReserve ? 'winter' : 'year'}
          set={(months) => change({ isWinterReserve: months === 'winter' })}
        />
      )}
      {state.batteryKwh !== 0 && mayClip(state) && (
        <Chips
          legend={own.hybrid}
          class="chips"
          options={[
            ['ac', own.ac],
            ['dc', own.dc],
          ]}
          chosen={state.isHybrid ? 'dc' : 'ac'}
          set={(coupling) => change({ isHybrid: coupling === 'dc' })}
        />
      )}
      <Owners />
      <p class="soft small">{own.hint}</p>
      {!isUsual && (
        <button
          type="button"
          onClick={() => change({ ...usual, isHybrid: false, isWinterReserve: false })}
        >
          {words.useUsual}
        </button>
      )}
    </>
  );
}

/** How many share the deduction: one or two, or as many as the page's link says. */
function Owners() {
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
