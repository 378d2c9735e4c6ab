import type { ComponentChildren } from 'preact';
import type { OptionText, Verdict } from '../../ui/script-data.ts';
import { SIZES_KWH } from '../state.ts';
import { usePage } from '../use-page.ts';

interface AnswerProps {
  verdict: Verdict;
  picture: ComponentChildren;
}

/** The verdict, the drawn house, the systems to choose from, and the battery's line: the page's HTML has the same elements. */
export function Answer({ verdict, picture }: AnswerProps) {
  const { earnings: words } = usePage();
  const { tone, word, decision, options, battery, assumed } = verdict;
  return (
    <div class="parts">
      {word && <p class={`word ${tone}`}>{word}</p>}
      <p class="decision">{decision}</p>
      {picture}
      {options.length > 0 && (
        <fieldset class="systems-choice">
          <legend class="hidden">{words.options}</legend>
          {options.map((option) => (
            <Option key={option.sizeKwh > 0} {...option} />
          ))}
        </fieldset>
      )}
      <p class="soft small">
        {battery} {assumed}
      </p>
    </div>
  );
}

function Option({ sizeKwh, isChosen, paid, costs, saves }: OptionText) {
  const { change, earnings: words } = usePage();
  return (
    <div class={isChosen ? 'option chosen' : 'option'}>
      <div class="line">
        <label>
          <input
            type="radio"
            name="system"
            checked={isChosen}
            onChange={() => change({ batteryKwh: sizeKwh })}
          />
          <b>{sizeKwh > 0 ? words.withABattery : words.panelsOnly}</b>
        </label>
        {sizeKwh > 0 && (
          <select
            aria-label={words.batterySize}
            value={sizeKwh}
            onChange={({ currentTarget: { value } }) => change({ batteryKwh: Number(value) })}
          >
            {SIZES_KWH.map((size) => (
              <option key={size} value={size}>{`${size} kWh`}</option>
            ))}
          </select>
        )}
        <b class="paid">{paid}</b>
      </div>
      <div class="line soft small">
        <span>{costs}</span> <span class="saves">{saves}</span>
      </div>
    </div>
  );
}
