import type { ComponentChildren } from 'preact';
import type { Words } from '../messages/messages.ts';
import { Code } from '../server/scrolling.tsx';
import type { Codes } from './code-contract.ts';

/** Languages in the order in which they are offered. */
const LANGUAGES = ['curl', 'javascript', 'python'] as const;

interface ChoiceProps {
  legend: string;
  names: Pick<Words['earnings'], (typeof LANGUAGES)[number]>;
}

/** Chooses one language for all code in its parent, by style only. */
export function LanguageChoice({ legend, names }: ChoiceProps) {
  return (
    <fieldset class="languages">
      <legend>{legend}</legend>
      {LANGUAGES.map((name) => (
        <label key={name}>
          <input type="radio" name="code-language" value={name} checked={name === 'curl'} />{' '}
          {names[name]}
        </label>
      ))}
    </fieldset>
  );
}

/** The same code in each language, of which the chosen one is seen. */
export function CodeInLanguages({ codes }: { codes: Codes }) {
  return (
    <>
      {LANGUAGES.map((name) => (
        <Code key={name} className={`in-${name}`} code={codes[name]} />
      ))}
    </>
  );
}

/** An answer, shortened. It has no button to copy it. */
export function Answer({ label, json }: { label: string; json: string }) {
  return (
    <figure class="answer">
      <figcaption>{label}</figcaption>
      <pre tabindex={0}>{json}</pre>
    </figure>
  );
}

interface FoldProps {
  id: string;
  title: string;
  /** Of its heading. 2 by default. */
  level?: 2 | 3;
  children: ComponentChildren;
}

/** A closed panel. */
export function Fold({ id, title, level = 2, children }: FoldProps) {
  const Heading = `h${level}` as const;
  return (
    <details class="panel fold" id={id}>
      <summary>
        <Heading>{title}</Heading>
      </summary>
      {children}
    </details>
  );
}
