import type { ComponentChildren } from 'preact';
import type { Language, Words } from '../shared/words.ts';
import { CodeInLanguages, LanguageChoice } from './code-languages.tsx';
import type { ReferenceField, ReferenceIndex, ReferenceOperation } from './contract.ts';
import { Code } from './scrolling.tsx';

interface IndexProps {
  words: Words;
  language: Language;
  index: ReferenceIndex;
}

/** The list of operations, a search of them and their fields, and what holds for all. */
export function ReferenceIndexPage({ words, language, index }: IndexProps) {
  const { apiDocs } = words;
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{apiDocs.title}</h1>
      <p>
        {apiDocs.lead.replace('{version}', index.version)}{' '}
        <a href="/api/v1/pv-yield/openapi.json">{apiDocs.document}</a>
      </p>
      <search id="search" hidden data-found={apiDocs.found}>
        <label>
          {apiDocs.search} <input type="search" autocomplete="off" spellcheck={false} />
        </label>
        <p role="status" />
        <ul lang="en" />
      </search>
      {index.groups.map(({ name, description, operations }) => (
        <section key={name} class="panel" aria-labelledby={name} lang="en">
          <h2 id={name}>{name}</h2>
          <p>{description}</p>
          <ul class="operations">
            {operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <a href={`/docs/api/${id}?l=${language}`}>
                  <code>{`${method} ${path}`}</code>
                </a>{' '}
                {summary}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section class="panel" aria-labelledby="rules">
        <h2 id="rules">{apiDocs.rules}</h2>
        <Html html={index.html} />
      </section>
    </main>
  );
}

interface OperationProps {
  words: Words;
  language: Language;
  operation: ReferenceOperation;
}

/** One operation: code to copy, its fields by their paths, its statuses, and a place to try it. */
export function ReferenceOperationPage({ words, language, operation }: OperationProps) {
  const { apiDocs, site, earnings } = words;
  const { id, method, path, summary, html, parameters, body, answer, answers } = operation;
  return (
    <main id="main" class="page" tabindex={-1}>
      <p>
        <a href={`/docs/api?l=${language}`}>{apiDocs.all}</a>
      </p>
      <h1 lang="en">{summary}</h1>
      <p>
        <code>{`${method} ${path}`}</code>
      </p>
      <Html html={html} />
      <nav class="contents" aria-label={apiDocs.contents}>
        {(['code', 'parameters', 'body', 'answer', 'answers', 'tryOut'] as const)
          .filter((part) => part !== 'body' || body.length > 0)
          .map((part) => (
            <a key={part} href={`#${part}`}>
              {apiDocs[part]}
            </a>
          ))}
      </nav>
      <LanguageChoice legend={site.codeLanguage} names={earnings} />
      <Part id="code" title={apiDocs.code}>
        <CodeInLanguages codes={operation.codes} />
      </Part>
      <Part id="parameters" title={apiDocs.parameters}>
        <Fields fields={parameters} required={apiDocs.required} />
      </Part>
      {body.length > 0 && (
        <Part id="body" title={apiDocs.body}>
          <Fields fields={body} required={apiDocs.required} />
        </Part>
      )}
      <Part id="answer" title={apiDocs.answer}>
        <details>
          <summary>{apiDocs.example}</summary>
          <Code className="long" code={operation.example} />
        </details>
        <Fields fields={answer} required={apiDocs.required} />
      </Part>
      <Part id="answers" title={apiDocs.answers}>
        <dl class="fields" lang="en">
          {answers.map(({ status, html }) => (
            <div key={status} id={`status.${status}`}>
              <dt>{status}</dt>
              <Description html={html} />
            </div>
          ))}
        </dl>
      </Part>
      <Part id="tryOut" title={apiDocs.tryOut}>
        <p>{apiDocs.tryText}</p>
        <h3>
          <code>{`${method} ${path}`}</code>
        </h3>
        <div id="swagger-ui" class="swagger-ui" lang="en" data-path={path}>
          <button type="button" lang={language}>
            {apiDocs.load}
          </button>
        </div>
      </Part>
    </main>
  );
}

interface PartProps {
  id: string;
  title: string;
  children: ComponentChildren;
}

function Part({ id, title, children }: PartProps) {
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Each field is its own link's goal. */
function Fields({ fields, required }: { fields: readonly ReferenceField[]; required: string }) {
  return (
    <dl class="fields" lang="en">
      {fields.map(({ id, path, facts, required: isRequired, html }) => (
        <div key={id} id={id}>
          <dt>
            <a href={`#${id}`}>
              <code>{path}</code>
            </a>{' '}
            <span class="soft">{[...facts, ...(isRequired ? [required] : [])].join(', ')}</span>
          </dt>
          <Description html={html} />
        </div>
      ))}
    </dl>
  );
}

/** Texts of our own document, which the build has made HTML of. */
function Description({ html }: { html: string }) {
  return <dd dangerouslySetInnerHTML={{ __html: html }} />;
}

function Html({ html }: { html: string }) {
  return <div lang="en" dangerouslySetInnerHTML={{ __html: html }} />;
}
