/**
 * The explorer's service worker: its page from the network, and where there is none as it was last seen there, with all
 * that it loads. Whatever is another page's it leaves alone.
 */
import { dropFormers } from '../../lookup/kept-files.ts';
import type { Language } from '../../shared/words.ts';
import { keepPage } from './kept-page.ts';

/** Parts of a service worker that are used here; the types of pages have none. */
interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface Events {
  install: Waiting;
  activate: Waiting;
  message: Waiting;
  fetch: Fetching;
}
interface ServiceWorkerGlobal {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ): void;
}

const worker = globalThis as unknown as ServiceWorkerGlobal;
const { scope } = worker.registration;
const { pathname } = new URL(scope);

const LANGUAGES: readonly Language[] = ['sv', 'en'];
/** A service has one address for all languages; a file server a folder for each. */
const hasAllLanguages = scope.endsWith('?');
const addressIn = (language: string) => (hasAllLanguages ? `${scope}l=${language}` : scope);
const PAGES = [...new Set(LANGUAGES.map(addressIn))];

const NAME = `sun-over-sweden offline ${scope}`;

/** A page that takes longer is given from what is kept. */
const MOST_MS = 6000;

worker.addEventListener('install', (event) =>
  event.waitUntil(keepNewest().then(() => worker.skipWaiting())),
);

worker.addEventListener('activate', (event) => {
  // The page is asked for while this starts. Other pages of a file server would be asked for twice.
  if (hasAllLanguages) event.waitUntil(worker.registration.navigationPreload?.enable());
  event.waitUntil(worker.clients.claim());
});

/** The page says that it has nothing else to load. */
worker.addEventListener('message', (event) => event.waitUntil(keepNewest()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isHere = url.origin === location.origin && url.pathname === pathname;
  if (request.method !== 'GET' || request.headers.has('Range')) return;
  if (request.mode === 'navigate') {
    if (isHere) event.respondWith(answerPage(event, url));
  } else if (isHere && request.destination === 'worker') {
    event.respondWith(answerFile(new URL(url.search.slice(1), scope).href, request));
  } else if (/\/(?:assets|data)\//.test(url.pathname)) {
    event.respondWith(answerFile(request.url, request));
  }
});

async function answerFile(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  return (await cache.match(address)) ?? fetch(request);
}

async function answerPage(event: Fetching, url: URL): Promise<Response> {
  // The browser's own copy of a file server's page would be given without the network, and load its data past this.
  const fetchFresh = () => fetch(event.request, { cache: 'no-cache' });
  const fresh = (async () => (await event.preloadResponse) ?? fetchFresh())();
  const late = new Promise<null>((resolve) => setTimeout(resolve, MOST_MS, null));
  const response = await Promise.race([fresh.catch(() => null), late]);
  if (response && response.status < 500) return response;
  return (await findPage(url.searchParams.get('l'))) ?? fresh;
}

/** The kept page in the language asked for, or else in one that the browser prefers. */
async function findPage(language: string | null): Promise<Response | undefined> {
  const cache = await caches.open(NAME);
  const preferred = navigator.languages.map((tag) => tag.slice(0, 2));
  for (const name of [language ?? '', ...preferred, ...LANGUAGES]) {
    const page = await cache.match(addressIn(name));
    if (page) return page;
  }
  return undefined;
}

/** Keeps the pages as they are now. They come last, when what they load is there, and what they do not name goes then. */
function keepNewest(): Promise<void> {
  return navigator.locks.request(NAME, async () => {
    const cache = await caches.open(NAME);
    const pages = await Promise.all(PAGES.map(readPage));
    const files = new Set(pages.flatMap((page) => page.files));
    await Promise.all(
      Array.from(files, async (file) => (await cache.match(file)) ?? cache.add(file)),
    );
    for (const { address, response } of pages) await cache.put(address, response);
    for (const { url } of await cache.keys())
      if (!files.has(url) && !PAGES.includes(url)) await cache.delete(url);
    for (const { cells } of pages) if (cells) await dropFormers(cells.url, cells.digest);
  });
}

async function readPage(address: string) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  const { html, files, cells } = keepPage(await response.text(), address);
  // Its security policy is among the headers.
  const { headers } = response;
  return { address, files, cells, response: new Response(html, { headers }) };
}
