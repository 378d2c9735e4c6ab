import { useMemo, useState } from 'preact/hooks';
import { Chips } from '../../ui/chips.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import type { Figures } from '../answer/views.ts';
import { buildEconomy } from '../house-verdict.ts';
import { usePage } from '../use-page.ts';
import { SNIPPET_LANGUAGES, type SnippetLanguage } from '../worker/snippets.ts';

/** Nothing is written while a slider moves. */
const REST_MS = 350;

/** The calls that repeat the page's figures as code to copy. A meter's hours are in no example. */
export function Code({ figures: { house, state: drawn } }: { figures: Figures }) {
  const { earnings: words, local } = usePage();
  const [language, choose] = useState<SnippetLanguage>('curl');
  const economy = buildEconomy(drawn);
  const asked = useMemo(() => ({ house, economy }), [house, JSON.stringify(economy)]);
  const { answer } = useAnswer(asked, REST_MS, ({ house, economy }) =>
    local.snippets(house, economy, location.origin),
  );
  if (!answer) return null;
  const code = answer[language];
  return (
    <>
      <p>{house.meter ? words.codeMeter : words.codeHint}</p>
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
