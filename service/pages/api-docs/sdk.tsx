import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import prefill from '../../../schemas/embed/embed-prefill.schema.json' with { type: 'json' };
import fromFrame from '../../../schemas/embed/from-frame.schema.json' with { type: 'json' };
import { fill } from '../messages/format.ts';
import { type Language, type Words, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { Code, Wide } from '../server/scrolling.tsx';
import { writePage } from '../server/shell.ts';
import { codeData, DEFAULT_BASE, readRecipe } from './code-data.ts';
import { Fold } from './code-parts.tsx';

/** A message of the frame that the page gets as an event. */
interface EventRow {
  type: 'ready' | 'step' | 'calculated' | 'submitted' | 'error';
  fields: string[];
}

/** The content of the page for installers. */
interface SdkContent {
  recipes: ReturnType<typeof recipesAt>;
  /** A request that a sink received, as JSON. */
  lead: string;
  events: readonly EventRow[];
  /** Names of the fields that a page may fill in. */
  prefill: readonly string[];
  /** Name of the configurator to try. Null if there is none. */
  demo: string | null;
}

export const SDK = '/docs/sdk';

/** The configurator that the page shows, where EMBEDS_FILE has it. */
export const DEMO_SLUG = 'demo';

/** The page for installers, with a configurator to try where there is one. */
export function sdkPage(
  language: Language,
  assets: Assets,
  { baseUrl, hasDemo }: { baseUrl: string; hasDemo: boolean },
): string {
  const { sdk } = wordsOf(language);
  const base = baseUrl || DEFAULT_BASE;
  const content = {
    recipes: recipesAt(base, assets),
    lead: readRecipe('lead.json', base),
    events: EVENTS,
    prefill: Object.keys(prefill.properties),
    demo: hasDemo ? DEMO_SLUG : null,
  };
  return writePage(assets, {
    language,
    path: SDK,
    title: sdk.title,
    description: sdk.lead,
    styles: [assets.url('code-page.css'), assets.url('sdk-page.css')],
    scripts: ['code-page.js', ...(hasDemo ? ['sdk-demo.js'] : [])],
    data: codeData(language, baseUrl),
    body: renderToString(<Sdk words={sdk} content={content} />),
  });
}

/** Code as it is copied, with the service's address. */
function recipesAt(base: string, { named }: Assets) {
  const { file, content } = named('v1.js');
  const integrity = `sha384-${createHash('sha384').update(content.plain).digest('base64')}`;
  const read = (file: string) => readRecipe(file, base);
  return {
    plain: read('plain.html'),
    mount: read('mount.html'),
    wordpress: read('wordpress.html'),
    react: read('react.jsx'),
    pinned: `<script async src="${base}/sdk/${file}" integrity="${integrity}" crossorigin></script>`,
    csp: `Content-Security-Policy: script-src ${base}; frame-src ${base}`,
  };
}

/** The messages of the frame that the script hands on. It settles the height itself. */
const EVENTS = fromFrame.oneOf.flatMap(({ properties }): EventRow[] => {
  const { type } = properties;
  if (type.const === 'resize') return [];
  const fields = 'payload' in properties ? Object.keys(properties.payload?.properties ?? {}) : [];
  return [{ type: type.const as EventRow['type'], fields }];
});

type SdkWords = Words['sdk'];

interface SdkProps {
  words: SdkWords;
  content: SdkContent;
}

/** Explains how an installer puts the configurator on a page, and what they receive. */
function Sdk({ words, content }: SdkProps) {
  const { recipes, lead, events, prefill, demo } = content;
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <section class="panel demo" aria-labelledby="embed">
        <div>
          <h2 id="embed">{words.embed}</h2>
          <Code code={recipes.plain} />
          <p>{words.embedText}</p>
          {demo === null ? <p>{words.noDemo}</p> : <Prefill words={words} />}
        </div>
        {demo !== null && <div id="solar" data-slug={demo} />}
      </section>
      <section class="panel" aria-labelledby="request">
        <h2 id="request">{words.request}</h2>
        <div class="lead">
          <div>
            <p>{words.requestText}</p>
            <Code code={lead} className="long" />
          </div>
          <dl>
            <dt>{words.webhook}</dt>
            <dd>{words.webhookText}</dd>
            <dt>{words.file}</dt>
            <dd>{words.fileText}</dd>
            <dt>{words.crm}</dt>
            <dd>{words.crmText}</dd>
          </dl>
        </div>
      </section>
      <section class="panel" aria-labelledby="options">
        <h2 id="options">{words.options}</h2>
        <p>{words.optionsText}</p>
        <Code code={recipes.mount} className="long" />
        <Options words={words} prefill={prefill} />
        <Events words={words} events={events} />
      </section>
      <Fold id="react" title={words.react}>
        <p>{words.reactText}</p>
        <Code code={recipes.react} />
      </Fold>
      <Fold id="wordpress" title={words.wordpress}>
        <p>{words.wordpressText}</p>
        <Code code={recipes.wordpress} />
      </Fold>
      <Fold id="csp" title={words.csp}>
        <p>{words.cspText}</p>
        <Code code={recipes.csp} />
      </Fold>
      <Fold id="pinned" title={words.pinned}>
        <p>{words.pinnedText}</p>
        <Code code={recipes.pinned} />
      </Fold>
    </main>
  );
}

/** A form with what the page knows, and the events of the configurator to try. */
function Prefill({ words }: { words: SdkWords }) {
  return (
    <>
      <p>{words.demoText}</p>
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
    </>
  );
}

function Value({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label>
      {label} <input type="number" name={name} value={value} step="any" required />
    </label>
  );
}

/** What mount() takes, and what it returns. */
const OPTIONS = [
  'slug',
  'target',
  'locale',
  'theme',
  'prefill',
  'onEvent',
  'send',
  'destroy',
] as const;

function Options({ words, prefill }: { words: SdkWords; prefill: readonly string[] }) {
  return (
    <Wide labelledBy="option-table">
      <table>
        <caption id="option-table">{words.optionTable}</caption>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {OPTIONS.map((name) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{fill(words[`option_${name}`], { fields: prefill.join(', ') })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}

function Events({ words, events }: { words: SdkWords; events: readonly EventRow[] }) {
  return (
    <>
      <Wide labelledBy="event-table">
        <table>
          <caption id="event-table">{words.eventTable}</caption>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.meaning}</th>
              <th scope="col">{words.payload}</th>
            </tr>
          </thead>
          <tbody>
            {events.map(({ type, fields }) => (
              <tr key={type}>
                <th scope="row">
                  <code>{type}</code>
                </th>
                <td>{words[`event_${type}`]}</td>
                <td>
                  <code>{fields.join(', ')}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p>{words.eventsText}</p>
    </>
  );
}
