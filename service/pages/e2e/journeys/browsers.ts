import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';

// A stock Firefox is driven by WebDriver BiDi, which newer drivers speak with commands that the ESR does not know yet.
const { firefox }: typeof import('playwright-core') = createRequire(import.meta.url)(
  'playwright-firefox-esr',
);

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const FIREFOX = process.env.FIREFOX || '/usr/bin/firefox-esr';

/** Opens a browser that prefers a scheme. */
export type Open = (scheme: 'light' | 'dark') => Promise<Browser>;

/** The browsers by their names. */
export const BROWSERS: Record<string, Open> = {
  chromium: () => {
    requireProgram(CHROMIUM, 'chromium', 'CHROMIUM');
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    return chromium.launch({ executablePath: CHROMIUM, args });
  },
  firefox: (scheme) => {
    requireProgram(FIREFOX, 'firefox-esr', 'FIREFOX');
    return firefox.launch({
      channel: 'moz-firefox',
      executablePath: FIREFOX,
      firefoxUserPrefs: {
        'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
      },
    });
  },
};

function requireProgram(path: string, name: string, setting: string): void {
  if (existsSync(path)) return;
  throw new Error(
    `There is no browser at ${path}. Install ${name}, or set ${setting} to its path.`,
  );
}
