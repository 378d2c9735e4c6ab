import { DEFAULT_STATE } from '../../shared/state.ts';
import type { Local } from '../local/local-client.ts';

/** Has a service worker keep the page, once the browser has nothing else to do. */
export function keepOffline(lang: string, hasApi: boolean, local: Local): void {
  const begin = globalThis.requestIdleCallback ?? setTimeout;
  // Where nothing can be kept, nothing is lost.
  begin(() => keep(lang, hasApi, local).catch(() => {}));
}

async function keep(lang: string, hasApi: boolean, local: Local): Promise<void> {
  // The worker keeps the cells that it reads: those of the place that the page opens at, too.
  await local.matrix({ ...DEFAULT_STATE, loss: null });
  // In a service, which has other pages, its scope begins with the `?`; the page without one comes to have it.
  if (hasApi && !location.search) history.replaceState(null, '', `?l=${lang}`);
  const scope = hasApi ? '?' : './';
  const { active } = await navigator.serviceWorker.register('offline.js', { scope });
  active?.postMessage(null);
}
