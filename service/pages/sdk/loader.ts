import type { EmbedPrefill, FromFrame, ToFrame } from '../../../schemas/types.ts';
import type { Embed, Loader, MountOptions } from './loader-contract.ts';

/** The loader's stand-in on a page that mounts before this script has come. */
interface Stub extends Loader {
  queue: QueuedMount[];
}

/** A mount by the stub, with the calls made to it since. */
interface QueuedMount extends Partial<Embed> {
  options: MountOptions;
  calls: (['send', EmbedPrefill] | ['destroy'])[];
}

/** Shape that the payload of each message must have. */
type Shapes = {
  [Message in FromFrame as Message['type']]: Message extends { payload: infer Payload }
    ? { [Name in keyof Payload]: Payload[Name] extends number | undefined ? 'number' : 'string' }
    : Record<string, never>;
};

const SHAPES: Shapes = {
  ready: {},
  resize: { height: 'number' },
  step: { name: 'string', index: 'number', of: 'number' },
  calculated: {
    kwp: 'number',
    annual_kwh: 'number',
    saving_sek: 'number',
    battery_kwh: 'number',
    price_sek: 'number',
  },
  submitted: { reference: 'string' },
  error: { code: 'string', message: 'string' },
};

/** The limit of the messages' schema. */
const MAX_HEIGHT_PX = 20_000;

/** A frame that is not ready by then is refused, or the service is unreachable. */
const MOST_WAIT_MS = 10_000;

const NO_ANSWER = {
  sv: 'Räknaren svarade inte inom 10 s.',
  en: 'The calculator did not answer within 10 s.',
};

const TITLES = { sv: 'Räkna på solceller', en: 'Solar calculator' };

const script = document.currentScript;
const before: Loader | undefined = window.SunOverSweden;
// A page may have the script twice.
if (script instanceof HTMLScriptElement && (!before || isStub(before))) {
  start(new URL(script.src).origin, before?.queue ?? []);
}

function isStub(loader: Loader): loader is Stub {
  return 'queue' in loader;
}

function start(origin: string, queue: QueuedMount[]): void {
  const mount = (options: MountOptions) => mountAt(origin, options);
  window.SunOverSweden = { mount };
  const mountAll = () => {
    for (const entry of queue) mountQueued(entry, mount);
    for (const target of document.querySelectorAll('[data-sun]')) {
      mount({ slug: target.getAttribute('data-sun') ?? '', target });
    }
  };
  if (document.readyState !== 'loading') mountAll();
  else addEventListener('DOMContentLoaded', mountAll, { once: true });
}

/** Mounts what the stub queued, with the calls made on it. A faulty one stops no other. */
function mountQueued(entry: QueuedMount, mount: Loader['mount']): void {
  try {
    const embed = Object.assign(entry, mount(entry.options));
    for (const [name, prefill] of entry.calls) {
      if (name === 'send') embed.send(prefill);
      else embed.destroy();
    }
  } catch (error) {
    reportError(error);
  }
}

function mountAt(origin: string, options: MountOptions): Embed {
  const { slug, theme, onEvent } = options;
  const target =
    typeof options.target === 'string' ? document.querySelector(options.target) : options.target;
  if (!target)
    throw new Error(`SunOverSweden: there is no element "${options.target}" to mount in.`);
  const locale = options.locale ?? (/^en\b/.test(document.documentElement.lang) ? 'en' : 'sv');
  let prefill = options.prefill ?? {};
  let isReady = false;
  let sent = 0;
  let received = 0;
  let heightPx = 0;
  let drawing = 0;

  const frame = document.createElement('iframe');
  // Its first picture is in the theme, before any message: a dark page sees no white frame.
  const look = theme ? `&theme=${theme}` : '';
  // The service says so to a page that may not have the frame. A browser would only leave it empty.
  const from = `&from=${location.origin}`;
  frame.src = `${origin}/embedded/${encodeURIComponent(slug)}?l=${locale}${look}${from}`;
  frame.title = TITLES[locale];
  frame.allow = 'geolocation';
  // Styles are set by properties: a strict policy of the page refuses style attributes.
  Object.assign(frame.style, { border: '0', display: 'block', width: '100%', height: '640px' });

  const post = (message: Pick<ToFrame, 'type'> & { payload?: object }) =>
    frame.contentWindow?.postMessage(
      { source: 'sun-over-sweden', v: 1, id: ++sent, ...message },
      origin,
    );
  const resize = () => {
    drawing = 0;
    frame.style.height = `${heightPx}px`;
  };
  const listen = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== frame.contentWindow || from !== origin || !isMessage(data)) return;
    // A frame that loads again counts from its start.
    if (data.type !== 'ready' && data.id <= received) return;
    received = data.id;
    if (data.type === 'ready') {
      isReady = true;
      endWait('block');
      post({ type: 'init', payload: { locale, ...(theme ? { theme } : {}), prefill } });
    }
    if (data.type === 'resize') {
      heightPx = Math.min(MAX_HEIGHT_PX, Math.max(0, Math.ceil(data.payload.height)));
      drawing ||= requestAnimationFrame(resize);
      return;
    }
    if (data.type === 'error' && !isReady) endWait('none');
    const { source: _, v, id, ...event } = data;
    onEvent?.(event);
  };
  /** Ends the wait for the frame. One that is not shown takes no height. */
  const endWait = (display: 'block' | 'none') => {
    clearTimeout(timer);
    frame.style.display = display;
  };
  const timer = setTimeout(() => {
    endWait('none');
    onEvent?.({ type: 'error', payload: { code: 'no_answer', message: NO_ANSWER[locale] } });
  }, MOST_WAIT_MS);
  addEventListener('message', listen);
  target.append(frame);
  return {
    send(more) {
      prefill = { ...prefill, ...more };
      if (isReady) post({ type: 'prefill', payload: more });
    },
    destroy() {
      removeEventListener('message', listen);
      cancelAnimationFrame(drawing);
      post({ type: 'destroy' });
      endWait('none');
      // Once the frame is removed, no message reaches it.
      setTimeout(() => frame.remove());
    },
  };
}

/** Whether it is a message of this version, as far as it is used here. Others are none of ours. */
function isMessage(data: unknown): data is FromFrame {
  if (typeof data !== 'object' || data === null) return false;
  const { source, v, id, type, payload } = data as Partial<Record<string, unknown>>;
  if (source !== 'sun-over-sweden' || v !== 1 || !Number.isInteger(id)) return false;
  if (typeof type !== 'string' || !Object.hasOwn(SHAPES, type)) return false;
  const fields = Object.entries(SHAPES[type as FromFrame['type']]);
  const given = Object(payload) as Record<string, unknown>;
  return fields.every(
    ([name, kind]) =>
      typeof given[name] === kind && (kind === 'string' || Number.isFinite(given[name])),
  );
}
