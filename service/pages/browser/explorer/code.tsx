import { useState } from 'preact/hooks';
import type { Words } from '../../shared/words.ts';
import { SNIPPET_LANGUAGES, type SnippetLanguage, writeSnippet } from './snippets.ts';
import type { MoneyQuestion } from './use-money.ts';

interface CodeProps {
  words: Words['earnings'];
  question: MoneyQuestion;
  /** Whether the house's hours are from a file, which no example shows. */
  hasMeter: boolean;
}

/** The page's own calls as code to copy. */
export function Code({ words, question, hasMeter }: CodeProps) {
  const [language, choose] = useState<SnippetLanguage>('curl');
  const { series, request, raisedSek } = question;
  const compare = hasMeter ? { ...request, consumption: {} } : request;
  const code = writeSnippet(language, {
    origin: location.origin,
    series,
    compare,
    raisedSek,
  });
  return (
    <section class="panel code" aria-labelledby="code">
      <h2 id="code">{words.code}</h2>
      <p>{hasMeter ? words.codeMeter : words.codeHint}</p>
      <fieldset class="chips languages">
        <legend>{words.language}</legend>
        {SNIPPET_LANGUAGES.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="code-language"
              checked={name === language}
              onChange={() => choose(name)}
            />
            <span>{words[name]}</span>
          </label>
        ))}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long code scrolls */}
      <pre tabIndex={0}>{code}</pre>
      <Copy key={language} words={words} code={code} />
      <a href={`/docs/home-automation${location.search}`}>{words.homePage}</a>
    </section>
  );
}

function Copy({ words, code }: { words: Words['earnings']; code: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(code);
  };
  return (
    <p>
      <button type="button" onClick={copy}>
        {words.copy}
      </button>{' '}
      <span role="status">{copied === code ? words.copied : ''}</span>
    </p>
  );
}
