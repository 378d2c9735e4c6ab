import { parse, parseInline } from 'marked';
import { renderToString } from 'preact-render-to-string';
import type { Language, Words } from '../messages/messages.ts';
import { Code } from '../server/scrolling.tsx';
import type { Reference, ReferenceField, ReferenceOperation } from './code-contract.ts';
import { CodeInLanguages, LanguageChoice } from './code-parts.tsx';

interface ReferenceProps {
  words: Words['apiDocs'];
  language: Language;
  reference: Reference;
}

/** The list of operations, a search of them and their fields, and what holds for all. */
export function ReferencePage({ words, language, reference }: ReferenceProps) {
  const { version, description, tags, operations } = reference;
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>
        {words.lead.replace('{version}', version)}{' '}
        <a href="/api/v1/pv-yield/openapi.json">{words.document}</a>
      </p>
      <search id="search" hidden data-found={words.found}>
        <label>
          {words.search} <input type="search" size={30} autocomplete="off" />
        </label>
        <p role="status" />
        <ul lang="en" />
      </search>
      {tags.map(({ name, description }) => (
        <section key={name} class="panel" aria-labelledby={name} lang="en">
          <h2 id={name}>{name}</h2>
          <p>{description}</p>
          <dl class="fields operations">
            {operations
              .filter((operation) => operation.tags.includes(name))
              .map(({ operationId, method, path, summary }) => (
                <div key={operationId}>
                  <dt>
                    <a href={`/docs/api/${operationId}?l=${language}`}>
                      <code>{`${method} ${path}`}</code>
                    </a>
                  </dt>
                  <dd>{summary}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <section class="panel" aria-labelledby="rules">
        <h2 id="rules">{words.rules}</h2>
        <Text markdown={description} />
      </section>
    </main>
  );
}

interface OperationProps {
  words: Words;
  language: Language;
  operation: ReferenceOperation;
}

/** One operation: code to copy, its fields by their paths, and its statuses. */
export function ReferenceOperationPage({ words, language, operation }: OperationProps) {
  const { apiDocs, site, earnings } = words;
  const { method, path, summary, description, codes, example, parts } = operation;
  return (
    <main id="main" class="page" tabindex={-1}>
      <p>
        <a href={`/docs/api?l=${language}`}>{apiDocs.all}</a>
      </p>
      <h1 lang="en">{summary}</h1>
      <p>
        <code>{`${method} ${path}`}</code>
      </p>
      <Text markdown={description} />
      <nav class="contents" aria-label={apiDocs.contents}>
        {(['code', ...parts.map(({ id }) => id)] as const).map((id) => (
          <a key={id} href={`#${id}`}>
            {apiDocs[id]}
          </a>
        ))}
      </nav>
      <LanguageChoice legend={site.codeLanguage} names={earnings} />
      <section class="panel" aria-labelledby="code">
        <h2 id="code">{apiDocs.code}</h2>
        <CodeInLanguages codes={codes} />
        <details>
          <summary>{apiDocs.example}</summary>
          <Code className="long" code={example} />
        </details>
      </section>
      {parts.map(({ id, fields }) => (
        <section key={id} class="panel" aria-labelledby={id}>
          <h2 id={id}>{apiDocs[id]}</h2>
          <dl class="fields" lang="en">
            {fields.map((field) => (
              <Field key={field.id} field={field} required={apiDocs.required} />
            ))}
          </dl>
        </section>
      ))}
    </main>
  );
}

/** A field is its own link's goal. */
function Field({ field, required }: { field: ReferenceField; required: string }) {
  const { id, path, facts, text } = field;
  return (
    <div id={id}>
      <dt>
        <a href={`#${id}`}>
          <code>{path}</code>
        </a>{' '}
        <span class="soft">{(field.required ? [...facts, required] : facts).join(', ')}</span>
      </dt>
      <dd dangerouslySetInnerHTML={{ __html: parseInline(text, { async: false }) }} />
    </div>
  );
}

/** A text of our own document, in English. */
function Text({ markdown }: { markdown: string }) {
  const html = parse(markdown, { async: false });
  return <div lang="en" dangerouslySetInnerHTML={{ __html: html }} />;
}

export function renderReference(
  words: Words['apiDocs'],
  language: Language,
  reference: Reference,
): string {
  return renderToString(<ReferencePage words={words} language={language} reference={reference} />);
}

export function renderOperation(
  words: Words,
  language: Language,
  operation: ReferenceOperation,
): string {
  return renderToString(
    <ReferenceOperationPage words={words} language={language} operation={operation} />,
  );
}
