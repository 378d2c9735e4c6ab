import { type Language, wordsOf } from '../messages/messages.ts';
import { escapeText } from '../ui/charts/svg.ts';
import type { Assets } from './assets.ts';
import { languageChoices } from './language-links.tsx';

/** Parts of a page, apart from what all pages have. */
export interface Page {
  language: Language;
  /** Path of the page, for the links to its other languages. */
  path: string;
  /** Theme of a page that does not follow the system by itself. */
  theme?: 'light' | 'dark' | 'auto' | undefined;
  /** Whether it is in another page, and has no header of ours. */
  framed?: boolean;
  title: string;
  /** One sentence for search engines, and where a link to it is shared. */
  description: string;
  /** Title and description where a link to it is shared, if they are others. */
  shared?: { title: string; description: string };
  /** The page's own address with scheme and host, where it is known and the page may be shared. */
  url?: string;
  /** Address of a picture with scheme and host, shown with a shared link. */
  image?: string;
  /** Addresses of style sheets after that of all pages, in their order. */
  styles?: readonly string[];
  /** Names of scripts, run in their order when the page is read and its styles have come. */
  scripts?: readonly string[];
  /** HTML below the header: `<main id="main" class="page" tabindex="-1">` and what is in it. */
  body: string;
  /** Data that the scripts read by `pageData()`: texts, addresses of assets. */
  data?: unknown;
}

/** The whole page: head, skip link, header with the ways to the other pages. */
export function writePage({ url, importsOf }: Assets, page: Page): string {
  const { language, title, description, styles = [], scripts = [], body, data } = page;
  const { site } = wordsOf(language);
  return `<!doctype html>
<html lang="${language}"${page.theme ? ` data-theme="${page.theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeText(description)}">
<title>${escapeText(`${title} · ${site.name}`)}</title>
${page.framed && !page.shared ? '' : writeShared(page)}
<link rel="icon" type="image/svg+xml" href="${url('favicon.svg')}">
${[url('theme.css'), ...styles].map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${scripts
  .flatMap(importsOf)
  .map((href) => `<link rel="modulepreload" href="${href}">`)
  .join('\n')}
${scripts.map((name) => `<script type="module" src="${url(name)}"></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#main">${escapeText(site.skip)}</a>
${page.framed ? '' : siteHeader(page.language, page.path)}
${body}
${data === undefined ? '' : dataBlock(data)}
</body>
</html>
`;
}

const LOCALES = { sv: 'sv_SE', en: 'en_GB' };

/** Properties that messengers and social networks show of a link to the page (ogp.me, Twitter's cards take the rest of it). */
function writeShared(page: Page): string {
  const { language, url, image } = page;
  const { title, description } = page.shared ?? page;
  const { site } = wordsOf(language);
  const properties = [
    ['og:type', 'website'],
    ['og:site_name', site.name],
    ['og:locale', LOCALES[language]],
    ['og:title', title],
    ['og:description', description],
    ...(url ? [['og:url', url]] : []),
    ...(image ? [['og:image', image]] : []),
  ].map(([name, text]) => `<meta property="${name}" content="${escapeText(text)}">`);
  const card = image ? 'summary_large_image' : 'summary';
  return [...properties, `<meta name="twitter:card" content="${card}">`].join('\n');
}

/** The header with the links to the other pages and to this one in the other language. Developers get a second row. */
export function siteHeader(language: Language, path: string): string {
  const { site } = wordsOf(language);
  const write = (links: string[][]) =>
    links.map(([href, name]) => writeLink(href, language, name, href === path)).join(' ');
  const pages = [
    ['/', site.calculator],
    ['/docs', site.developers],
    ['/data', site.data],
  ];
  const documentation = [
    ['/docs', site.start],
    ['/docs/api', site.api],
    ['/docs/sdk', site.sdk],
  ];
  const others = languageChoices(path)
    .filter((other) => other.language !== language)
    .map(
      ({ language: other, name, href }) =>
        `<a href="${href}" lang="${other}" hreflang="${other}">${name}</a>`,
    );
  const second = `<nav class="second" aria-label="${escapeText(site.developers)}">${write(documentation)}</nav>`;
  return `<header class="site">
<a class="brand" href="/?l=${language}">${escapeText(site.name)}</a>
<nav aria-label="${escapeText(site.pages)}">${write(pages)} ${others.join(' ')}</nav>
${path.startsWith('/docs') ? second : ''}
</header>`;
}

function writeLink(href: string, language: Language, name: string, isCurrent: boolean): string {
  return `<a href="${href}?l=${language}"${isCurrent ? ' aria-current="page"' : ''}>${escapeText(name)}</a>`;
}

/** A block of data is no script, so that the page's policy lets it be. `<` could end it early. */
function dataBlock(data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="page-data">${json}</script>`;
}
