import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { schemaOf } from '../../../schemas/checks/all-schemas.ts';
import type { HoursUse } from '../../../schemas/codec/hours-use.ts';
import fromFrame from '../../../schemas/embed/from-frame.schema.json' with { type: 'json' };
import toFrame from '../../../schemas/embed/to-frame.schema.json' with { type: 'json' };
import { type Language, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { writePage } from '../server/shell.ts';
import type { MessageRow, SdkRecipes } from './code-contract.ts';
import { codeData, DEFAULT_BASE, SHOWN_BASE } from './code-data.ts';
import { renderSdk } from './sdk.tsx';

export const SDK = '/docs/sdk';

/** The configurator that the page shows, where EMBEDS_FILE has it. */
export const DEMO_SLUG = 'demo';

/** The parts of the recipes' files that ask for prices by the hour. */
const HOURLY = ['    "prices": {"resolution": "hourly"},\n', ", resolution: 'hourly'"];

/** The page about the script, the client and the messages, with a configurator to try where there is one. */
export function sdkPage(
  language: Language,
  assets: Assets,
  { baseUrl, hasDemo, hours }: { baseUrl: string; hasDemo: boolean; hours: HoursUse },
): string {
  const words = wordsOf(language);
  const { sdk } = words;
  return writePage(assets, {
    language,
    path: SDK,
    title: sdk.title,
    description: sdk.lead,
    styles: [assets.url('code-page.css'), assets.url('sdk-page.css')],
    scripts: ['code-page.js', ...(hasDemo ? ['sdk-demo.js'] : [])],
    data: codeData(language, baseUrl),
    body: renderSdk(words, {
      recipes: recipesAt(baseUrl || DEFAULT_BASE, hours, assets),
      messages: messageTable(),
      demo: hasDemo ? DEMO_SLUG : null,
    }),
  });
}

function recipesAt(base: string, hours: HoursUse, { named }: Assets): SdkRecipes {
  const { file, content } = named('v1.js');
  const integrity = `sha384-${createHash('sha384').update(content.plain).digest('base64')}`;
  const read = (file: string) => readRecipe(file, base, hours).trimEnd();
  const readAll = (name: string) => ({
    curl: read(`${name}.sh`),
    javascript: read(`${name}.mjs`),
    python: read(`${name}.py`),
  });
  return {
    plain: read('plain.html'),
    mount: read('mount.html'),
    wordpress: read('wordpress.html'),
    react: read('react.jsx'),
    roof: readAll('roof'),
    places: readAll('municipalities'),
    r: read('municipalities.R'),
    lookup: read('lookup.mjs'),
    pinned: `<script async src="${base}/sdk/${file}" integrity="${integrity}" crossorigin></script>`,
    csp: `Content-Security-Policy: script-src ${base}; frame-src ${base}`,
  };
}

/** A recipe's file for the service at an address. It asks for prices by the hour where there are any. */
export function readRecipe(file: string, base: string, hours: HoursUse): string {
  const text = readFileSync(new URL(`../sdk/recipes/${file}`, import.meta.url), 'utf8');
  const lasting =
    hours === 'none' ? HOURLY.reduce((rest, part) => rest.replace(part, ''), text) : text;
  return lasting.replaceAll(SHOWN_BASE, base);
}

type MessageSchema = (typeof fromFrame.oneOf)[number] | (typeof toFrame.oneOf)[number];

/** All messages in the order of their schemas. */
function messageTable(): MessageRow[] {
  return [
    ...fromFrame.oneOf.map((schema) => rowOf('frame', schema)),
    ...toFrame.oneOf.map((schema) => rowOf('page', schema)),
  ];
}

function rowOf(from: MessageRow['from'], { description, properties }: MessageSchema): MessageRow {
  const payload = 'payload' in properties ? resolveSchema(properties.payload ?? {}) : {};
  const { properties: fields = {}, required = [] } = payload;
  return {
    from,
    type: properties.type.const,
    meaning: description,
    fields: Object.entries(fields).map(([name, field]) => ({
      name,
      isRequired: required.includes(name),
      meaning: resolveSchema(field).description ?? '',
    })),
  };
}

function resolveSchema(schema: object & { $ref?: string }): ReturnType<typeof schemaOf> {
  return schema.$ref ? schemaOf(schema.$ref) : schema;
}
