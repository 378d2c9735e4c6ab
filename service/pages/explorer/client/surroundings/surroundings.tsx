import { readMonths } from '../../url-state.ts';
import { usePage } from '../../use-page.ts';
import { parseHorizon } from './horizon-list.ts';
import { ListField } from './list-field.tsx';

/** Surroundings of a roof, and what lies on it: horizon, shade and snow. */
export function Surroundings() {
  const { state, change, words } = usePage();
  return (
    <>
      <ListField
        name="horizonDeg"
        label={words.horizonList}
        hint={words.horizonHint}
        wrong={words.horizonWrong}
        fileLabel={words.horizonFile}
        read={parseHorizon}
      >
        {state.horizonDeg && (
          <button type="button" onClick={() => change({ horizonDeg: null })}>
            {words.horizonFree}
          </button>
        )}
      </ListField>
      <ListField
        name="shadingPct"
        label={words.shadeMonths}
        hint={words.shadeHint}
        wrong={words.monthsWrong}
        placeholder="30 20 10 0 0 0 0 0 0 10 20 30"
        read={parseMonths}
      />
      <ListField
        name="snowPct"
        label={words.snowMonths}
        hint={words.snowHint}
        wrong={words.monthsWrong}
        placeholder="50 40 20 5 0 0 0 0 0 0 10 30"
        read={parseMonths}
      />
    </>
  );
}

/** Reads the share of each month that is lost. Zeros, however many, are no loss. */
function parseMonths(text: string): readonly number[] | null {
  const items = text.trim().split(/[\s,;]+/);
  return readMonths(items) ?? (items.every((item) => Number(item) === 0) ? [] : null);
}
