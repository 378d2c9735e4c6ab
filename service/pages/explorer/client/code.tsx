import { useState } from 'preact/hooks';
import { fill, formatNumber } from '../../messages/format.ts';
import { Chips } from '../../ui/chips.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { usePage } from '../use-page.ts';
import type { House } from '../worker/local-calls.ts';
import { SNIPPET_LANGUAGES, type SnippetLanguage } from '../worker/snippets.ts';

/** Nothing is written while a slider moves. */
const REST_MS = 350;

/** The calls that repeat the page's figures as code to copy. A meter's hours are in no example. */
export function Code({ house }: { house: House }) {
  const { state, earnings: words, local } = usePage();
  const [language, choose] = useState<SnippetLanguage>('curl');
  const { answer } = useAnswer(house, REST_MS, (asked) => local.snippets(asked, location.origin));
  if (!answer) return null;
  const hasMeter = house.meter !== null;
  const { priceLevelPct: level } = house.state;
  const code = answer[language];
  return (
    <>
      <p>{hasMeter ? words.codeMeter : words.codeHint}</p>
      {level !== 0 && <p>{fill(words.codeLevel, { level: formatNumber(level, state.lang) })}</p>}
      <Chips
        legend={words.language}
        class="chips languages"
        options={SNIPPET_LANGUAGES.map((name) => [name, words[name]])}
        chosen={language}
        set={(name) => choose(name)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls */}
      <pre tabIndex={0}>{code}</pre>
      <p>
        <CopyButton text={() => code} copy={words.copy} copied={words.copied} />
      </p>
    </>
  );
}
