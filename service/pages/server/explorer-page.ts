import { escapeText } from '#common/charts/svg.ts';
import type { PageMap } from '../shared/draw-map.ts';
import { type Language, type Words, wordsOf } from '../shared/words.ts';
import type { Assets } from './assets.ts';
import { shell } from './shell.ts';

export const EXPLORER = '/';

/** What the explorer's script is given. */
export interface ExplorerData {
  lang: Language;
  words: Words['explorer'];
  earnings: Words['earnings'];
  /** Null where no dataset is loaded. */
  map: PageMap | null;
  placesUrl: string;
  /** The script of the engine's worker. */
  engineUrl: string;
  /** The script that reads a meter's file, loaded with the first file. */
  meterUrl: string;
}

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
