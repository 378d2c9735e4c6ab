import type { Embed } from '../../embeds.ts';
import type { Assets } from '../assets.ts';
import { shell } from '../shell.ts';
import { type Language, wordsOf } from '../words.ts';
import type { ConfiguratorData } from './configurator-data.ts';

/** Address of an installer's configurator. */
export function embeddedPath(slug: string): string {
  return `/embedded/${slug}`;
}

/** An installer's configurator, for a frame in the installer's page. */
export function configuratorPage(embed: Embed, language: Language, { url }: Assets): string {
  const { configurator: words } = wordsOf(language);
  const path = embeddedPath(embed.slug);
  return shell({
    language,
    path,
    framed: true,
    title: embed.title,
    description: words.description,
    styles: [url('theme.css'), url('configurator.css'), `${path}/theme.css`],
    scripts: [url('configurator.js')],
    icon: url('favicon.svg'),
    body: `<main id="main" class="page" tabindex="-1">${logo(embed)}<div id="configurator"></div>
<noscript>${words.noScript} ${embed.lead.phone}</noscript></main>`,
    data: dataOf(embed, language, url('places.json')),
  });
}

/** Checked where the file was read: letters of base64. */
function logo({ theme }: Embed): string {
  return theme.logo ? `<img class="logo" src="${theme.logo}" alt="">` : '';
}

function dataOf(embed: Embed, language: Language, places: string): ConfiguratorData {
  const { slug, title, panels, inverters, batteries, chargers, base_sek, origins, lead } = embed;
  const { version, privacy_url, [language]: text } = lead.consent;
  return {
    slug,
    title,
    panels,
    inverters,
    batteries,
    chargers,
    base_sek,
    origins,
    language,
    consent: { version, text, privacyUrl: privacy_url },
    phone: lead.phone,
    places,
    words: wordsOf(language).configurator,
  };
}
