import { escapeText } from '#common/charts/svg.ts';
import type { PageMap } from '../shared/draw-map.ts';
import type { ExplorerData } from '../shared/script-data.ts';
import { type Language, wordsOf } from '../shared/words.ts';
import type { Assets } from './assets.ts';
import { shell } from './shell.ts';

export const EXPLORER = '/';

/** The page on which a roof is set and its yield and earnings are seen; a script makes it. */
export function explorerPage(language: Language, { url }: Assets, map: PageMap | null): string {
  const { explorer: words, earnings } = wordsOf(language);
  const data: ExplorerData = {
    lang: language,
    words,
    earnings,
    map,
    placesUrl: url('places.json'),
    engineUrl: url('engine-worker.js'),
    meterUrl: url('meter-file.js'),
  };
  return shell({
    language,
    path: EXPLORER,
    title: words.title,
    description: words.description,
    styles: [url('theme.css'), url('explorer.css')],
    scripts: [url('explorer.js')],
    icon: url('favicon.svg'),
    body: `<main id="main" class="page explorer" tabindex="-1">
<h1>${escapeText(words.title)}</h1>
<p class="lead">${escapeText(words.lead)}</p>
<div id="explorer"></div>
<noscript><p>${escapeText(words.noScript)} <a href="/docs?l=${language}">/docs</a></p></noscript>
</main>`,
    data,
  });
}
