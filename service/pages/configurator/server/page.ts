import { stepsOf } from '#engine/economy/system.ts';
import type { ErrorMessage } from '../../../../schemas/types.ts';
import { fill } from '../../messages/format.ts';
import { type Language, wordsOf } from '../../messages/messages.ts';
import type { Assets } from '../../server/assets.ts';
import type { Embed } from '../../server/embeds.ts';
import { writePage } from '../../server/shell.ts';
import { escapeText } from '../../ui/charts/svg.ts';
import type { ConfiguratorData } from '../../ui/script-data.ts';

export const THEMES = ['light', 'dark', 'auto'] as const;

/** How it looks: in which language, and light, dark or as the visitor's system prefers. */
export interface ConfiguratorLook {
  language: Language;
  theme: (typeof THEMES)[number];
}

/** The part of the page's data that is the loaded dataset's. */
export type DatasetData = Pick<ConfiguratorData, 'map' | 'hours' | 'data'>;

/** An installer's configurator, for a frame in the installer's page. */
export function configuratorPage(
  embed: Embed,
  { language, theme }: ConfiguratorLook,
  assets: Assets,
  { map, hours, data }: DatasetData,
): string {
  const { configurator: words } = wordsOf(language);
  const path = `/embedded/${embed.slug}`;
  return writePage(assets, {
    language,
    theme,
    path,
    framed: true,
    title: embed.title,
    description: words.description,
    styles: [assets.url('configurator.css'), `${path}/theme.css`],
    scripts: ['configurator.js'],
    body: `<main id="main" class="page" tabindex="-1">${writeLogo(embed)}<div id="configurator">${writeBeginning(embed, language)}</div>
<noscript>${words.noScript} ${embed.lead.phone}</noscript></main>`,
    data: {
      ...pickOffer(embed, language),
      map,
      hours,
      data,
      placesUrl: assets.url('places.json'),
      localUrl: assets.url('local-worker.js'),
    } satisfies ConfiguratorData,
  });
}

/** Markup with which the script begins, too: on a slow line it is there before the script. */
function writeBeginning(embed: Embed, language: Language): string {
  const { configurator: words } = wordsOf(language);
  const of = stepsOf(embed).length;
  const stepIs = fill(words.stepOf, { title: embed.title, step: 1, of });
  return `<form><p class="soft progress">${escapeText(stepIs)}</p>
<progress value="1" max="${of}" aria-hidden="true"></progress>
<h1 tabindex="-1">${words.where}</h1><p>${words.description}</p></form>`;
}

/** Checked where the file was read: letters of base64. */
function writeLogo({ theme }: Embed): string {
  return theme.logo ? `<img class="logo" src="${theme.logo}" alt="">` : '';
}

/** The part of the installer's record that the visitor's browser gets: nothing of the sink. */
function pickOffer(embed: Embed, language: Language) {
  const { slug, title, panels, inverters, batteries, chargers, base_sek, origins, lead } = embed;
  const { version, privacy_url, [language]: text } = lead.consent;
  const { configurator, explorer, earnings } = wordsOf(language);
  const { batteryPays, batteryLate, batteryNever } = earnings;
  const batteryWords = { batteryPays, batteryLate, batteryNever };
  const { found, foundLike, placeHelp, halfPoint, shortLink, postcode, map, mapPicture } = explorer;
  const { direction, compass, compassShort, tilts } = explorer;
  const roofWords = { direction, compass, compassShort, tilts };
  const placeWords = { found, foundLike, placeHelp, halfPoint, shortLink, postcode };
  return {
    slug,
    title,
    panels,
    inverters,
    batteries,
    chargers,
    base_sek,
    ...(embed.deduction ? { deduction: embed.deduction } : {}),
    origins,
    language,
    steps: stepsOf(embed),
    consent: { version, text, privacyUrl: privacy_url },
    phone: lead.phone,
    isTrial: embed.secret === null && lead.file === undefined,
    words: { ...configurator, ...placeWords, ...roofWords, ...batteryWords, map, mapPicture },
  };
}

/** Reasons for which a frame has no configurator in it, with their HTTP status. */
export const REFUSALS = { unknown_slug: 404, refused_origin: 403 } as const;

export type Refusal = keyof typeof REFUSALS;

/** A page in the place of a configurator: it says why, to its reader and by a message to the page around. */
export function refusalPage(code: Refusal, language: Language, assets: Assets): string {
  const { sdk } = wordsOf(language);
  const message = { unknown_slug: sdk.unknownSlug, refused_origin: sdk.refusedOrigin }[code];
  return writePage(assets, {
    language,
    path: '',
    framed: true,
    title: sdk.title,
    description: message,
    scripts: ['frame-refusal.js'],
    body: `<main id="main" class="page" tabindex="-1"><h1>${escapeText(message)}</h1></main>`,
    data: { code, message } satisfies ErrorMessage['payload'],
  });
}
