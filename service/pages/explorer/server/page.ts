import { commonParts } from '#engine/yield/cell-data.ts';
import type { YieldDataset } from '#engine/yield/dataset.ts';
import { fill, formatNumber, nameCompass } from '../../messages/format.ts';
import { type Language, wordsOf } from '../../messages/messages.ts';
import { writePage } from '../../server/shell.ts';
import type { Site } from '../../server/site.ts';
import { escapeText } from '../../ui/charts/svg.ts';
import type { DatasetFacts, ExplorerData, FirstAnswers } from '../page-data.ts';
import { sumKwp } from '../state.ts';
import { readState, writeState } from '../url-state.ts';
import { renderFirst } from './first-answer.tsx';
import { writeFirst } from './first-answers.ts';
import { PREVIEW } from './preview.ts';
import { describePlace, type ExplorerLink } from './read-link.ts';

export const EXPLORER = '/';

/**
 * The page on which a roof is set and its yield and earnings are seen. A script makes it.
 * @param link what its address says. Null for the page as it first opens
 * @param first what its HTML says of its state. Null for a page whose state is not known
 */
export async function explorerPage(
  language: Language,
  { assets, map, dataUrls, api, baseUrl, loaded }: Site,
  link: ExplorerLink | null,
  first: FirstAnswers | null,
): Promise<string> {
  const { explorer: words, earnings } = wordsOf(language);
  const data: ExplorerData = {
    lang: language,
    words,
    earnings,
    map: map(),
    data: await dataUrls(),
    first,
    dataset: factsOf(loaded.pvYield),
    hasApi: api !== undefined,
    reportUrl: `/data?l=${language}`,
    placesUrl: assets.url('places.json'),
    localUrl: assets.url('local-worker.js'),
    meterWorkerUrl: assets.url('meter-worker.js'),
  };
  const { place, title, description } = link ? describeLink(link) : { ...words, place: '' };
  const { yields = '', earns = null } = link && first ? writeFirst(link.state, first) : {};
  const query = link ? writeState(link.state) : `l=${language}`;
  return writePage(assets, {
    language,
    path: EXPLORER,
    title,
    description,
    ...(link && earns
      ? {
          shared: {
            title: `${place}: ${earns.word || yields}`,
            description: earns.decision,
          },
        }
      : {}),
    ...(baseUrl
      ? {
          url: `${baseUrl}${EXPLORER}?${query}`,
          image: `${baseUrl}${link ? `${PREVIEW}?${query}` : assets.url('preview.png')}`,
        }
      : {}),
    styles: [assets.url('explorer.css')],
    scripts: ['explorer.js'],
    body: `<main id="main" class="page explorer" tabindex="-1">
<h1>${escapeText(words.title)}</h1>
${link ? writeNotice(link, language) : ''}<div id="explorer">${renderFirst(first, link?.state ?? readState('', language), data.dataset)}<noscript><p>${escapeText(words.noScript)} <a href="/docs?l=${language}">/docs</a></p></noscript></div>
</main>`,
    data,
  });
}

/** The repository's own dataset says in its sources that it is no raster data of PVGIS. */
function factsOf(pvYield: YieldDataset | null): DatasetFacts | null {
  if (!pvYield) return null;
  const { model, dataset, attribution } = commonParts(pvYield.artifact);
  return {
    attribution,
    usualLoss: model.system_loss_default,
    isClimatology: dataset.sources.some((source) => /climatology/i.test(source)),
  };
}

/** Names a link's place and result: what it shows where it is shared. */
function describeLink(link: ExplorerLink): { place: string; title: string; description: string } {
  const { state, roof } = link;
  const { link: words, explorer } = wordsOf(state.lang);
  const place = describePlace(link);
  if (!roof) return { place, title: place, description: explorer.description };
  const kwh = formatNumber(roof.left.yearKwh, state.lang);
  const kwp = sumKwp(state.faces);
  const size = formatNumber(kwp, state.lang, Number.isInteger(kwp) ? 0 : 1);
  const faces = describeFaces(state);
  return {
    place,
    title: fill(words.title, { place, kwh }),
    description: fill(words.description, { place, kwp: size, kwh, faces, ask: writeAsk(state) }),
  };
}

function writeAsk({ batteryKwh, lang }: ExplorerLink['state']): string {
  const { link: words } = wordsOf(lang);
  if (batteryKwh === null) return words.ask;
  return batteryKwh === 0 ? words.askPanels : fill(words.askBattery, { size: batteryKwh });
}

function describeFaces({ faces, lang }: ExplorerLink['state']): string {
  const { link: words, explorer } = wordsOf(lang);
  const [{ tilt, azimuth }, ...others] = faces;
  if (others.length > 0) return fill(words.manyFaces, { count: faces.length });
  const compass = nameCompass(explorer.compass, azimuth);
  return fill(words.oneFace, { compass, tilt: formatNumber(tilt, lang) });
}

/** The script writes what is used into the address. Until a reader sets something, this says what was not. */
function writeNotice({ faults: { values, names } }: ExplorerLink, language: Language): string {
  const { link: words } = wordsOf(language);
  const texts = [
    ...(values ? [fill(words.wrongValues, { values })] : []),
    ...(names ? [fill(words.unknownNames, { names })] : []),
  ];
  if (texts.length === 0) return '';
  return `<p class="panel" id="told" role="status">${escapeText(texts.join(' '))}</p>\n`;
}
