/** Searches the API's pages. */

import { readPageData } from '../../ui/page-data.ts';
import type { ReferenceData, SearchEntry } from '../../ui/script-data.ts';
import './reference.css';

const MOST_FOUND = 40;
const LANGUAGE = `?l=${document.documentElement.lang}`;
/** Folder of these pages, which a file server has below the language's. */
const PAGES = location.pathname.replace(/\/docs\/api.*$/, '/docs/api/');
const { searchUrl } = readPageData<ReferenceData>();
const search = document.querySelector<HTMLElement>('#search');

if (search) openSearch(search);
openTarget();
addEventListener('hashchange', openTarget);

/** Opens the folds around the field that the address names. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true;
  target?.scrollIntoView();
}

/** Shows the entries that have all the words, as links. */
function openSearch(place: HTMLElement): void {
  const [status, list] = place.querySelectorAll('[role=status], ul');
  let loading: ReturnType<typeof readEntries> | undefined;
  place.addEventListener('input', async ({ target }) => {
    loading ??= readEntries();
    const entries = await loading;
    if (!entries) {
      // The next letter loads it again.
      loading = undefined;
      return;
    }
    const words = (target as HTMLInputElement).value.toLowerCase().split(/\s+/).filter(Boolean);
    const hasAll = (entry: SearchEntry) =>
      words.every((word) => entry.join(' ').toLowerCase().includes(word));
    const found = words.length > 0 ? entries.filter(hasAll) : [];
    list.replaceChildren(...found.slice(0, MOST_FOUND).map(writeFound));
    const count = (place.dataset.found ?? '').replace('{count}', String(found.length));
    status.textContent = words.length > 0 ? count : '';
  });
}

/** @returns null when the network gave none */
async function readEntries(): Promise<SearchEntry[] | null> {
  return fetch(searchUrl)
    .then((response) => response.json())
    .catch(() => null);
}

function writeFound([href, text]: SearchEntry): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = PAGES + href.replace(/#|$/, `${LANGUAGE}$&`);
  link.textContent = href.replace('#', ': ');
  item.append(link, ` ${text}`);
  return item;
}
