import { createHash } from 'node:crypto';
import { type ComponentChildren, Fragment } from 'preact';
import { renderToString } from 'preact-render-to-string';
import prefill from '../../../schemas/embed/embed-prefill.schema.json' with { type: 'json' };
import fromFrame from '../../../schemas/embed/from-frame.schema.json' with { type: 'json' };
import { fill } from '../messages/format.ts';
import { type Language, type Words, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { FigureTable, type TableRow } from '../server/figure-table.tsx';
import { Code, Wide } from '../server/scrolling.tsx';
import { writePage } from '../server/shell.ts';
import { codeData, DEFAULT_BASE, readRecipe } from './code-data.ts';
import { CodeFold, Panel } from './code-parts.tsx';

/** A message of the frame that the page gets as an event. */
interface EventRow {
  type: 'ready' | 'step' | 'calculated' | 'submitted' | 'error';
  fields: string[];
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
  const recipes = recipesAt(base, assets);
  return writePage(assets, {
    language,
    path: SDK,
    title: sdk.title,
    description: sdk.lead,
    styles: [assets.url('code-page.css'), assets.url('sdk-page.css')],
    scripts: ['code-page.js', ...(hasDemo ? ['sdk-demo.js'] : [])],
    data: codeData(language, baseUrl),
    body: renderToString(<Sdk words={sdk} recipes={recipes} hasDemo={hasDemo} />),
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
    lead: read('lead.json'),
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
  recipes: ReturnType<typeof recipesAt>;
  hasDemo: boolean;
}

/** Names of the fields that a page may fill in. */
const PREFILLED = Object.keys(prefill.properties).join(', ');

/** Explains how an installer puts the configurator on a page, and what they receive. */
function Sdk({ words, recipes, hasDemo }: SdkProps) {
  return (
    <main id="main" class="page" tabindex={-1}>
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <section class="panel demo" aria-labelledby="embed">
        <div>
          <h2 id="embed">{words.embed}</h2>
          <Code code={recipes.plain} />
          <p>{words.embedText}</p>
          {hasDemo ? <Prefill words={words} /> : <p>{words.noDemo}</p>}
        </div>
        {hasDemo && <div id="solar" data-slug={DEMO_SLUG} />}
      </section>
      <Panel id="request" title={words.request}>
        <div class="lead">
          <div>
            <p>{words.requestText}</p>
            <Code code={recipes.lead} className="long" />
          </div>
          <dl>
            {(['webhook', 'file', 'crm'] as const).map((name) => (
              <Fragment key={name}>
                <dt>{words[name]}</dt>
                <dd>{words[`${name}Text`]}</dd>
              </Fragment>
            ))}
          </dl>
        </div>
      </Panel>
      <Panel id="options" title={words.options}>
        <p>{words.optionsText}</p>
        <Code code={recipes.mount} className="long" />
        <NameTable
          id="option-table"
          title={words.optionTable}
          columns={[words.name, words.meaning]}
          rows={OPTIONS.map((name) => [name, fill(words[`option_${name}`], { fields: PREFILLED })])}
        />
        <NameTable
          id="event-table"
          title={words.eventTable}
          columns={[words.name, words.meaning, words.payload]}
          rows={EVENTS.map(({ type, fields }) => [
            type,
            words[`event_${type}`],
            <code key={type}>{fields.join(', ')}</code>,
          ])}
        />
        <p>{words.eventsText}</p>
      </Panel>
      {FOLDS.map((id) => (
        <CodeFold key={id} id={id} words={words} code={recipes[id]} />
      ))}
    </main>
  );
}

const FOLDS = ['react', 'wordpress', 'csp', 'pinned'] as const;

/** Options of mount(), and its result. */
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
      <span>{label}</span>
      <input type="number" name={name} value={value} step="any" required />
    </label>
  );
}

interface NameTableProps {
  id: string;
  title: string;
  columns: string[];
  /** The name, and the other columns. */
  rows: (readonly [name: string, ...cells: ComponentChildren[]])[];
}

function NameTable({ id, title, columns, rows }: NameTableProps) {
  const named = rows.map(([name, ...cells]): TableRow => [<code key={name}>{name}</code>, cells]);
  return (
    <Wide labelledBy={id}>
      <FigureTable caption={{ id, title }} heads={columns} rows={named} />
    </Wide>
  );
}
