import { useState } from 'preact/hooks';
import { usePage } from '../../use-page.ts';
import { parseHorizon } from './horizon-list.ts';
import { MonthsField } from './months-field.tsx';

/** PVGIS' file of a horizon has 4 kB. */
const MOST_BYTES = 1_000_000;

/** Surroundings of a roof, and what lies on it: horizon, shade and snow. */
export function Surroundings(_: object) {
  const { words } = usePage();
  return (
    <>
      <HorizonList />
      <MonthsField
        name="shadingPct"
        label={words.shadeMonths}
        hint={words.shadeHint}
        placeholder="30 20 10 0 0 0 0 0 0 10 20 30"
      />
      <MonthsField
        name="snowPct"
        label={words.snowMonths}
        hint={words.snowHint}
        placeholder="50 40 20 5 0 0 0 0 0 0 10 30"
      />
    </>
  );
}

/** The horizon's heights as a list, pasted or from PVGIS' file. */
function HorizonList() {
  const { state, change, words } = usePage();
  const [text, setText] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const take = (typed: string) => {
    const heights = typed.trim() === '' ? [0] : parseHorizon(typed);
    setWrong(heights === null);
    if (!heights) return;
    setText(null);
    change({ horizonDeg: heights.some((height) => height > 0) ? heights : null });
  };
  return (
    <div class="list-field">
      <label for="horizon-list">{words.horizonList}</label>
      <input
        id="horizon-list"
        type="text"
        autocomplete="off"
        value={text ?? state.horizonDeg?.join(' ') ?? ''}
        aria-invalid={isWrong}
        aria-describedby="horizon-hint"
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <p id="horizon-hint" class="soft small" role={isWrong ? 'alert' : undefined}>
        {isWrong ? words.horizonWrong : words.horizonHint}
      </p>
      <p>
        <label>
          {words.horizonFile}{' '}
          <input
            type="file"
            accept=".json,.csv,.txt,text/*"
            onChange={async ({ currentTarget: { files } }) => {
              if (!files?.[0]) return;
              if (files[0].size > MOST_BYTES) setWrong(true);
              else take(await files[0].text());
            }}
          />
        </label>
      </p>
      {state.horizonDeg && (
        <button type="button" onClick={() => change({ horizonDeg: null })}>
          {words.horizonFree}
        </button>
      )}
    </div>
  );
}
