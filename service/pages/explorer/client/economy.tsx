import { usePage } from '../use-page.ts';
import { Owners } from './owners.tsx';
import { StateNumber } from './state-number.tsx';
import { ASSUMED, usualOf } from './verdict.ts';

const WORDS = Object.keys(ASSUMED) as (keyof typeof ASSUMED)[];

/** Assumptions about the years after the first, and who shares the deduction. */
export function Economy() {
  const { state, change, earnings: words } = usePage();
  const usual = Object.fromEntries(
    WORDS.map((word) => [ASSUMED[word], usualOf(state, ASSUMED[word])]),
  );
  const isUsual = WORDS.every((word) => state[ASSUMED[word]] === usual[ASSUMED[word]]);
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
      <Owners />
      <p class="soft small">{words.economyHint}</p>
      {!isUsual && (
        <button type="button" onClick={() => change(usual)}>
          {words.useUsual}
        </button>
      )}
    </>
  );
}
