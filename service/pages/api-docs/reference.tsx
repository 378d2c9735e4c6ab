import { parse, parseInline } from 'marked';
import { renderToString } from 'preact-render-to-string';
import { type Language, type Words, wordsOf } from '../messages/messages.ts';
import { SHOWN_BASE } from './code-data.ts';
import { Answer, CodeInLanguages, Fold, LanguageChoice, Panel } from './code-parts.tsx';
import { type FieldTree, treeOf } from './fields.ts';
import type { Reference, ReferenceOperation, ReferencePart } from './operations.ts';
import { API_DOCS, type BuiltPage } from './pages.ts';
import summaries from './summaries-sv.json' with { type: 'json' };

const KEY_HEADER = 'x-api-key';

const SWEDISH = new Map(Object.entries(summaries));

/** Summary of an operation. Its other texts are in English. @throws Error naming one that has no Swedish summary */
function summaryOf({ operationId, summary }: ReferenceOperation, language: Language): string {
  const found = language === 'sv' ? SWEDISH.get(operationId) : summary;
  if (found) return found;
  throw new Error(`${operationId} of openapi.yaml has no summary in api-docs/summaries-sv.json.`);
}

interface ReferenceProps {
  words: Words['apiDocs'];
  language: Language;
  reference: Reference;
}

/** Address and key, the list of operations, a search of them and their fields, and what holds for all. */
function ReferencePage({ words, language, reference }: ReferenceProps) {
  const { version, rules, operations } = reference;
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>
        {words.lead.replace('{version}', version)}{' '}
        <a href="/api/v1/pv-yield/openapi.json">{words.document}</a>
      </p>
      <dl class="facts">
        <dt>{words.base}</dt>
        <dd>
          <code class="base">{SHOWN_BASE}</code>
        </dd>
        <dt>{words.key}</dt>
        <dd>
          <code>{KEY_HEADER}</code> {words.keyText}
        </dd>
      </dl>
      <search id="search" data-found={words.found}>
        <label>
          {words.search} <input type="search" size={30} autocomplete="off" />
        </label>
        <p role="status" />
        <ul lang="en" />
      </search>
      <Panel id="calls" title={words.calls}>
        <dl class="fields operations">
          {operations.map((operation) => (
            <div key={operation.operationId}>
              <dt>
                <a href={`/docs/api/${operation.operationId}?l=${language}`}>
                  <code>{`${operation.method} ${operation.path}`}</code>
                </a>
              </dt>
              <dd>{summaryOf(operation, language)}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <h2>{words.rules}</h2>
      {rules.map(([group, markdown]) => (
        <Fold key={group} id={group} title={words[`rules_${group}`]} level={3}>
          <Text markdown={markdown} />
        </Fold>
      ))}
    </main>
  );
}

interface OperationProps {
  words: Words;
  language: Language;
  operation: ReferenceOperation;
}

/** Parts of an operation that few read. */
const FOLDED: readonly ReferencePart['id'][] = ['headers', 'answers'];

/** One operation: its fields as a tree next to code to copy and its answer. */
function ReferenceOperationPage({ words, language, operation }: OperationProps) {
  const { apiDocs, site, earnings } = words;
  const { method, path, description, codes, answer, parts } = operation;
  return (
    <main id="main" class="page" tabindex={-1}>
      <p>
        <a href={`/docs/api?l=${language}`}>{apiDocs.all}</a>
      </p>
      <h1>{summaryOf(operation, language)}</h1>
      <p>
        <code>{`${method} ${path}`}</code>
      </p>
      <Text markdown={description} />
      <div class="operation">
        <aside aria-label={apiDocs.code}>
          <LanguageChoice legend={site.codeLanguage} names={earnings} />
          <CodeInLanguages codes={codes} />
          <Answer label={site.answer} json={answer} />
        </aside>
        <div>
          {parts.map(({ id, fields }) => {
            const Part = FOLDED.includes(id) ? Fold : Panel;
            return (
              <Part key={id} id={id} title={apiDocs[id]}>
                <FieldList fields={treeOf(fields)} words={apiDocs} />
              </Part>
            );
          })}
        </div>
      </div>
    </main>
  );
}

interface FieldListProps {
  fields: readonly FieldTree[];
  words: Words['apiDocs'];
}

/** Fields, and those below each in a fold. */
function FieldList({ fields, words }: FieldListProps) {
  return (
    <dl class="fields" lang="en">
      {fields.map((field) => (
        <Field key={field.id} field={field} words={words} />
      ))}
    </dl>
  );
}

/** A field is its own link's goal. */
function Field({ field, words }: { field: FieldTree; words: Words['apiDocs'] }) {
  const { id, name, facts, text, children } = field;
  return (
    <div id={id}>
      <dt>
        <a href={`#${id}`}>
          <code>{name}</code>
        </a>{' '}
        <span class="soft">{(field.required ? [...facts, words.required] : facts).join(', ')}</span>
      </dt>
      <dd dangerouslySetInnerHTML={{ __html: parseInline(text, { async: false }) }} />
      {children.length > 0 && (
        <dd>
          <details>
            <summary>{words.fields.replace('{count}', String(children.length))}</summary>
            <FieldList fields={children} words={words} />
          </details>
        </dd>
      )}
    </div>
  );
}

/** A text of our own document, in English. */
function Text({ markdown }: { markdown: string }) {
  const html = parse(markdown, { async: false });
  return <div lang="en" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The API's pages in a language: the list, and one of each operation. */
export function referencePages(reference: Reference, language: Language): BuiltPage[] {
  const words = wordsOf(language);
  const { title, description } = words.apiDocs;
  const list = <ReferencePage words={words.apiDocs} language={language} reference={reference} />;
  return [
    { path: API_DOCS, title, description, body: renderToString(list) },
    ...reference.operations.map((operation) => ({
      path: `${API_DOCS}/${operation.operationId}`,
      title: `${operation.method} ${operation.path}`,
      description: summaryOf(operation, language),
      body: renderToString(
        <ReferenceOperationPage words={words} language={language} operation={operation} />,
      ),
    })),
  ];
}
