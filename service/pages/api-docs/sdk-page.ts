import { createHash } from 'node:crypto';
import prefill from '../../../schemas/embed/embed-prefill.schema.json' with { type: 'json' };
import fromFrame from '../../../schemas/embed/from-frame.schema.json' with { type: 'json' };
import { type Language, wordsOf } from '../messages/messages.ts';
import type { Assets } from '../server/assets.ts';
import { writePage } from '../server/shell.ts';
import type { EventRow, SdkRecipes } from './code-contract.ts';
import { codeData, DEFAULT_BASE } from './code-data.ts';
import { readRecipe } from './read-recipe.ts';
import { renderSdk } from './sdk.tsx';

export const SDK = '/docs/sdk';

/** The configurator that the page shows, where EMBEDS_FILE has it. */
export const DEMO_SLUG = 'demo';

/** The page for installers, with a configurator to try where there is one. */
export function sdkPage(
  language: Language,
  assets: Assets,
  { baseUrl, hasDemo }: { baseUrl: string; hasDemo: boolean },
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
      recipes: recipesAt(baseUrl || DEFAULT_BASE, assets),
      lead: readRecipe('lead.json', baseUrl || DEFAULT_BASE),
      events: EVENTS,
      prefill: Object.keys(prefill.properties),
      demo: hasDemo ? DEMO_SLUG : null,
    }),
  });
}

function recipesAt(base: string, { named }: Assets): SdkRecipes {
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
