/** Searches the API's pages, and loads what tries an operation out. */
import type { ReferenceData, SearchEntry } from '../shared/script-data.ts';
import { readPageData } from './page-data.ts';
import './reference.css';

const MOST_FOUND = 40;
const LANGUAGE = `?l=${document.documentElement.lang}`;
/** Folder of these pages, which a file server has below the language's. */
const PAGES = location.pathname.replace(/\/docs\/api.*$/, '/docs/api/');
const { searchUrl, tryUrl, tryStyle } = readPageData<ReferenceData>();
const search = document.querySelector<HTMLElement>('#search');
const frame = document.querySelector<HTMLElement>('#swagger-ui');

followFormerLink();
if (search) openSearch(search);
frame?.querySelector('button')?.addEventListener('click', () => openTryOut(frame));

/** Links to Swagger UI, which had the whole page, go on to the operation's own: `#/Yield/getPvYield`. */
function followFormerLink(): void {
  const [, operation] = /^#\/\w+\/(\w+)/.exec(location.hash) ?? [];
  if (operation) location.replace(`${PAGES}${operation}${LANGUAGE}`);
}

function openSearch(place: HTMLElement): void {
  const [input, status, list] = ['input', '[role=status]', 'ul'].map((one) =>
    place.querySelector(one),
  );
  let entries: Promise<SearchEntry[]> | undefined;
  place.hidden = false;
  input?.addEventListener('input', async () => {
    entries ??= fetch(searchUrl).then((response) => response.json());
    const words = (input as HTMLInputElement).value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length > 0 ? findEntries(await entries, words) : [];
    list?.replaceChildren(...found.slice(0, MOST_FOUND).map(writeFound));
    if (status)
      status.textContent =
        words.length > 0
          ? (place.dataset.found ?? '').replace('{count}', String(found.length))
          : '';
  });
}

interface Found {
  href: string;
  name: string;
  text: string;
}

/** Operations first, then fields that have all the words in their path or text. */
function findEntries(entries: readonly SearchEntry[], words: readonly string[]): Found[] {
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const operations = entries
    .filter(({ id, title }) => hasAll(`${id} ${title}`))
    .map(({ id, title }) => ({ href: id, name: title, text: '' }));
  const fields = entries.flatMap(({ id, fields }) =>
    fields
      .filter(([field, text]) => hasAll(`${id} ${field} ${text}`))
      .map(([field, text]) => ({ href: `${id}#${field}`, name: `${id}: ${field}`, text })),
  );
  return [...operations, ...fields];
}

function writeFound({ href, name, text }: Found): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const [page, field = ''] = href.split('#');
  link.href = `${PAGES}${page}${LANGUAGE}${field && `#${field}`}`;
  link.textContent = name;
  item.append(link, ` ${text}`);
  return item;
}

async function openTryOut(place: HTMLElement): Promise<void> {
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = tryStyle;
  document.head.append(style);
  const { tryOut } = await import(tryUrl);
  await tryOut(place, place.dataset.path ?? '');
}
