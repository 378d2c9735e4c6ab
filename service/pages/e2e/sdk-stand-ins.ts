import { type Listening, listen } from '../../test/listen.ts';

/** A file of a site: its text, and the policy that it comes with. */
export type Served = (path: string) => { type: string; text: string; policy?: string } | undefined;

/** Serves the requested path from an origin of its own on this machine. */
export function siteOf(served: Served): Promise<Listening> {
  return listen((request, response) => {
    const file = served((request.url ?? '/').split('?')[0]);
    const headers: Record<string, string> = { 'Content-Type': file?.type ?? 'text/html' };
    if (file?.policy) headers['Content-Security-Policy'] = file.policy;
    response.writeHead(file ? 200 : 204, headers).end(file?.text);
  });
}

/** A frame that says nothing by itself and keeps the messages it gets. */
export const STILL_FRAME = `<!doctype html><html lang="en"><title>frame</title><main><h1>Frame</h1></main>
<script>window.got = []; addEventListener('message', (e) => got.push({ data: e.data, origin: e.origin }));</script>`;

/**
 * Script of a host page: two configurators, one mounted before the loader has come. Frames that say nothing are never
 * given up: how long a loader waits for one is not measured here.
 */
export const HOST_SCRIPT = `
const { setTimeout: wait } = window;
window.setTimeout = (run, ms) => (ms >= 10_000 ? 0 : wait(run, ms));
window.events = { first: [], second: [] };
window.listening = new Set();
const { addEventListener: add, removeEventListener: remove } = window;
window.addEventListener = (type, heard, ...rest) => { if (type === 'message') listening.add(heard); return add(type, heard, ...rest); };
window.removeEventListener = (type, heard, ...rest) => { if (type === 'message') listening.delete(heard); return remove(type, heard, ...rest); };
window.SunOverSweden ||= { queue: [], mount(options) { const early = { options, calls: [],
  send: (v) => early.calls.push(['send', v]), destroy: () => early.calls.push(['destroy']) }; this.queue.push(early); return early; } };
const mount = (name) => SunOverSweden.mount({ slug: name, target: '#' + name, locale: 'en',
  prefill: { use_kwh: 9000 }, onEvent: (event) => events[name].push(event) });
window.first = mount('first');
first.send({ lat: 59 });
window.second = mount('second');`;
