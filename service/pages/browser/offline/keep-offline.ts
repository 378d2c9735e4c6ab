/** Has a service worker keep the page, once the browser has nothing else to do. */
export function keepOffline(lang: string, hasApi: boolean): void {
  const begin = globalThis.requestIdleCallback ?? setTimeout;
  begin(() => register(lang, hasApi).catch(() => {}));
}

/** Its scope in a service, which has other pages, begins with the `?`; the page without one comes to have it. */
async function register(lang: string, hasApi: boolean): Promise<void> {
  if (hasApi && !location.search) history.replaceState(null, '', `?l=${lang}`);
  const scope = hasApi ? '?' : './';
  const { active } = await navigator.serviceWorker.register('offline.js', { scope });
  active?.postMessage(null);
}
