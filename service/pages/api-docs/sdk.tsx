import { renderToString } from 'preact-render-to-string';
import type { Words } from '../messages/messages.ts';
import { Code } from '../server/scrolling.tsx';
import type { MessageRow, SdkContent } from './code-contract.ts';
import { CodeInLanguages, LanguageChoice } from './code-languages.tsx';

type SdkWords = Words['sdk'];

interface SdkProps {
  words: Words;
  content: SdkContent;
}

/** Explains how to put the configurator on a page, and how programs call the service. */
export function Sdk({ words: { sdk: words, site, earnings }, content }: SdkProps) {
  const { recipes, messages, demo } = content;
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <Contents words={words} />
      <section class="panel" aria-labelledby="embed">
        <h2 id="embed">{words.embed}</h2>
        <p>{words.embedText}</p>
        <Code code={recipes.plain} />
      </section>
      <section class="panel" aria-labelledby="demo">
        <h2 id="demo">{words.demo}</h2>
        {demo === null ? <p>{words.noDemo}</p> : <Demo words={words} slug={demo} />}
      </section>
      <section class="panel" aria-labelledby="mount">
        <h2 id="mount">{words.mount}</h2>
        <p>{words.mountText}</p>
        <Code code={recipes.mount} className="long" />
        <h3>{words.pinned}</h3>
        <Code code={recipes.pinned} />
        <h3>{words.csp}</h3>
        <p>{words.cspText}</p>
        <Code code={recipes.csp} />
      </section>
      <section class="panel" aria-labelledby="recipes">
        <h2 id="recipes">{words.recipes}</h2>
        <Recipe title={words.wordpress} text={words.wordpressText} code={recipes.wordpress} />
        <Recipe title={words.react} text={words.reactText} code={recipes.react} />
        <LanguageChoice legend={site.codeLanguage} names={earnings} />
        <h3>{words.roof}</h3>
        <p>{words.roofText}</p>
        <CodeInLanguages codes={recipes.roof} />
        <h3>{words.places}</h3>
        <CodeInLanguages codes={recipes.places} />
        <Recipe title={words.r} text={words.rText} code={recipes.r} />
      </section>
      <section class="panel" aria-labelledby="lookup">
        <h2 id="lookup">{words.lookup}</h2>
        <p>{words.lookupText}</p>
        <Code code={recipes.lookup} className="long" />
        <p>{words.lookupFiles}</p>
      </section>
      <section class="panel" aria-labelledby="messages">
        <h2 id="messages">{words.messages}</h2>
        <p>{words.messagesText}</p>
        <Messages words={words} messages={messages} />
      </section>
    </main>
  );
}

/** The sections by their headings' ids, which are their words' names too. */
const SECTIONS = ['embed', 'demo', 'mount', 'recipes', 'lookup', 'messages'] as const;

function Contents({ words }: { words: SdkWords }) {
  return (
    <nav class="contents" aria-label={words.contents}>
      {SECTIONS.map((id) => (
        <a key={id} href={`#${id}`}>
          {words[id]}
        </a>
      ))}
    </nav>
  );
}

function Recipe({ title, text, code }: { title: string; text?: string; code: string }) {
  return (
    <>
      <h3>{title}</h3>
      {text && <p>{text}</p>}
      <Code code={code} className="long" />
    </>
  );
}

function Demo({ words, slug }: { words: SdkWords; slug: string }) {
  return (
    <>
      <p>{words.demoText}</p>
      <div class="demo">
        <div id="solar" data-slug={slug} />
        <div>
          <form id="prefill">
            <h3>{words.prefill}</h3>
            <Value label={words.lat} name="lat" value="59.61" />
            <Value label={words.lng} name="lng" value="16.55" />
            <Value label={words.use} name="use_kwh" value="15000" />
            <p>
              <button type="submit" class="main">
                {words.send}
              </button>{' '}
              <button type="button" id="remove">
                {words.remove}
              </button>
            </p>
          </form>
          <h3 id="log-title">{words.log}</h3>
          <div id="log" role="log" aria-labelledby="log-title" tabindex={0} />
        </div>
      </div>
    </>
  );
}

function Value({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <p>
      <label>
        {label} <input type="number" name={name} value={value} step="any" required />
      </label>
    </p>
  );
}

function Messages({ words, messages }: { words: SdkWords; messages: readonly MessageRow[] }) {
  return (
    <section class="wide" tabindex={0} aria-label={words.table}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.type}</th>
            <th scope="col">{words.direction}</th>
            <th scope="col">{words.meaning}</th>
            <th scope="col">{words.payload}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map((message) => (
            <tr key={message.type}>
              <th scope="row">
                <code>{message.type}</code>
              </th>
              <td>{message.from === 'frame' ? words.fromFrame : words.toFrame}</td>
              <td lang="en">{message.meaning}</td>
              <td>
                {message.fields.length === 0 ? words.none : <Fields fields={message.fields} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Fields({ fields }: { fields: MessageRow['fields'] }) {
  return (
    <dl lang="en">
      {fields.map(({ name, isRequired, meaning }) => (
        <div key={name}>
          <dt>
            <code>{isRequired ? name : `${name}?`}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

export function renderSdk(words: Words, content: SdkContent): string {
  return renderToString(<Sdk words={words} content={content} />);
}
