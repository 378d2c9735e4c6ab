import type { EmbedLocale, EmbedPrefill, EmbedTheme, FromFrame } from '../../../schemas/types.ts';

/** The global object `SunOverSweden` that the loader creates. */
export interface Loader {
  /**
   * Puts the configurator of a slug into an element.
   * @throws Error when there is no such element
   */
  mount(options: MountOptions): Embed;
}

export interface MountOptions {
  /** Name of the configurator, one that the operator of the service gave. */
  slug: string;
  /** The element, or a selector of it. */
  target: Element | string;
  /** Default: the page's own language, if the frame has it, else Swedish. */
  locale?: EmbedLocale;
  theme?: EmbedTheme;
  prefill?: EmbedPrefill;
  onEvent?(event: EmbedEvent): void;
}

/** A configurator on a page. */
export interface Embed {
  /** Sends more values to the frame. */
  send(prefill: EmbedPrefill): void;
  /** Removes the frame. */
  destroy(): void;
}

/** A message of the frame. The loader handles those about its height. */
export type EmbedEvent =
  Exclude<FromFrame, { type: 'resize' }> extends infer Message
    ? Message extends FromFrame
      ? Omit<Message, 'source' | 'v' | 'id'>
      : never
    : never;

declare global {
  interface Window {
    SunOverSweden?: Loader;
  }
}
