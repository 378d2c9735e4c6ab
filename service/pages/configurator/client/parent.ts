/** Exchanges messages with the page that holds the frame. */
import type { FromFrame } from '../../../../schemas/types.ts';

const HEAD = { source: 'sun-over-sweden', v: 1 } as const;
const MOST_HEIGHT = 20_000;

type Sent = Exclude<FromFrame['type'], 'ready' | 'resize'>;
type PayloadOf<Type extends Sent> = Extract<FromFrame, { type: Type }>['payload'];

/** The host's calls. Payloads are foreign and may be anything. */
export interface HostCalls {
  init(payload: { locale?: unknown; theme?: unknown; prefill?: unknown }): void;
  prefill(payload: unknown): void;
  destroy(): void;
}

export interface Parent {
  /** Sends to the host. Before its init there is no receiver. */
  send<Type extends Sent>(type: Type, payload: PayloadOf<Type>): void;
}

/** Listens to the parent where it is one of the origins, or /docs/sdk. Posts that it is ready, and its height. */
export function connectParent(origins: readonly string[], calls: HostCalls): Parent {
  const { parent } = window;
  if (parent === window) return { send: () => undefined };
  let target: string | null = null;
  let count = 0;
  let seen = 0;
  let height = -1;
  let frame = 0;

  const post = (to: string, message: object) =>
    parent.postMessage({ ...HEAD, id: ++count, ...message }, to);

  /** Posts the height once an animation frame, and only when it has changed: a post cannot make it change again. */
  const postHeight = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const found = Math.min(MOST_HEIGHT, Math.ceil(document.body.getBoundingClientRect().height));
      if (found === height) return;
      height = found;
      post('*', { type: 'resize', payload: { height } });
    });
  };

  const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
    const isKnown = origins.includes(origin) || origin === location.origin;
    if (source !== parent || !isKnown) return;
    const message = parseMessage(data);
    if (!message || message.id <= seen) return;
    seen = message.id;
    const { type, payload } = message;
    if (type === 'init') {
      target = origin;
      calls.init(payload);
    } else if (type === 'prefill') calls.prefill(payload);
    else if (type === 'destroy') {
      removeEventListener('message', listen);
      observer.disconnect();
      target = null;
      calls.destroy();
    }
  };

  const observer = new ResizeObserver(postHeight);
  observer.observe(document.body);
  addEventListener('message', listen);
  post('*', { type: 'ready' });
  return {
    send(type, payload) {
      if (target !== null) post(target, { type, payload });
    },
  };
}

interface Message {
  id: number;
  type: unknown;
  payload: Record<string, unknown>;
}

function parseMessage(data: unknown): Message | null {
  if (typeof data !== 'object' || data === null) return null;
  const { source, v, id, type, payload }: Record<string, unknown> = { ...data };
  if (source !== HEAD.source || v !== HEAD.v || !Number.isSafeInteger(id)) return null;
  return { id: Number(id), type, payload: { ...(payload as object | undefined) } };
}
