import type { ComponentChildren } from 'preact';
import type { Words } from '../messages/messages.ts';
import { Code } from '../server/scrolling.tsx';
import { CODE_LANGUAGES, type Codes } from '../ui/write-code.ts';

interface ChoiceProps {
  legend: string;
  names: Pick<Words['earnings'], keyof Codes>;
}

/** Chooses one language for all code in its parent, by style only. */
export function LanguageChoice({ legend, names }: ChoiceProps) {
  return (
    <fieldset class="languages">
      <legend>{legend}</legend>
      {CODE_LANGUAGES.map((name) => (
        <label key={name}>
          <input type="radio" name="code-language" value={name} checked={name === 'curl'} />{' '}
          {names[name]}
        </label>
      ))}
    </fieldset>
  );
}

/** Code in each language, of which the chosen one is shown. */
export function CodeInLanguages({ codes }: { codes: Codes }) {
  return (
    <>
      {CODE_LANGUAGES.map((name) => (
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
  /** Level of the heading. 2 by default. */
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

interface PanelProps {
  id: string;
  title: string;
  children: ComponentChildren;
}

/** A part of a page under its heading. */
export function Panel({ id, title, children }: PanelProps) {
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface CodeFoldProps<Id extends string> {
  id: Id;
  words: Record<Id | `${Id}Text`, string>;
  code: string | Codes;
  children?: ComponentChildren;
}

/** A closed panel with code and what it is for. */
export function CodeFold<Id extends string>({ id, words, code, children }: CodeFoldProps<Id>) {
  return (
    <Fold id={id} title={words[id]}>
      <p>{words[`${id}Text`]}</p>
      {typeof code === 'string' ? <Code code={code} /> : <CodeInLanguages codes={code} />}
      {children}
    </Fold>
  );
}
