import type { Language } from '../messages/messages.ts';

export const SCHEMES = ['light', 'dark'] as const;

/** A window and the language in it. */
export interface Window {
  width: 1280 | 768 | 360;
  colorScheme: (typeof SCHEMES)[number];
  language: Language;
}

/** Every two of a width, a scheme and a language meet in one of these four (an orthogonal array). */
export const LOOKS: Window[] = [
  { width: 1280, colorScheme: 'light', language: 'sv' },
  { width: 1280, colorScheme: 'dark', language: 'en' },
  { width: 360, colorScheme: 'light', language: 'en' },
  { width: 360, colorScheme: 'dark', language: 'sv' },
];

/** Each width, scheme and language is in one of these. */
export const JOURNEYS: Window[] = [
  { width: 1280, colorScheme: 'light', language: 'sv' },
  { width: 360, colorScheme: 'dark', language: 'en' },
];

export const nameOf = ({ width, colorScheme, language }: Window) =>
  `${width}-${colorScheme}-${language}`;

export const optionsOf = ({ width, colorScheme, language }: Window) => ({
  viewport: { width, height: 800 },
  colorScheme,
  language,
});
