import type { ComponentChildren } from 'preact';
import type { Words } from '../../messages/messages.ts';
import type { OptionText, Verdict } from '../../ui/script-data.ts';
import { SIZES_KWH } from '../state.ts';

interface AnswerProps {
  verdict: Verdict;
  words: Words['earnings'];
  /** The drawn house. */
  picture: ComponentChildren;
  /** Chooses a system by its battery, 0 kWh for none. Not given in the page's HTML. */
  choose?: (sizeKwh: number) => void;
}

/** The verdict, the drawn house, the systems to choose from, and the battery's line: the page's HTML has the same elements. */
export function Answer({ verdict, words, picture, choose }: AnswerProps) {
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
            <Option
              key={option.sizeKwh > 0}
              {...{ option, words }}
              {...(choose ? { choose } : {})}
            />
          ))}
        </fieldset>
      )}
      <p class="soft small">
        {battery} {assumed}
      </p>
    </div>
  );
}

interface OptionProps extends Pick<AnswerProps, 'words' | 'choose'> {
  option: OptionText;
}

function Option({ option, words, choose }: OptionProps) {
  const { sizeKwh, isChosen, paid, costs, saves } = option;
  return (
    <div class={isChosen ? 'option chosen' : 'option'}>
      <div class="line">
        <label>
          <input
            type="radio"
            name="system"
            checked={isChosen}
            disabled={!choose}
            onChange={() => choose?.(sizeKwh)}
          />
          <b>{sizeKwh > 0 ? words.withABattery : words.panelsOnly}</b>
        </label>
        {sizeKwh > 0 && (
          <select
            aria-label={words.batterySize}
            value={sizeKwh}
            disabled={!choose}
            onChange={({ currentTarget: { value } }) => choose?.(Number(value))}
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
