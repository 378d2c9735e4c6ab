/**
 * Browser tests of the pages, on one service that `start.ts` starts. `make browser-check` runs them in Chromium,
 * `make journeys` runs journeys and looks in Chromium and Firefox ESR, at three widths, light and dark, in both
 * languages, and `make browser-times` measures. CHROMIUM and FIREFOX are the paths of the browsers. A failed test
 * leaves a trace in dist/e2e.
 */
import { existsSync } from 'node:fs';
import { defineConfig, type PlaywrightTestConfig, type Project } from '@playwright/test';
import { LANGUAGES } from '../messages/messages.ts';
import type { Options } from './test.ts';
import { nameOf, optionsOf, SCHEMES } from './windows.ts';

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const FIREFOX = process.env.FIREFOX || '/usr/bin/firefox-esr';

/** Files that run in several windows. */
const JOURNEYS = 'journeys/*.e2e.ts';
const LOOKS = 'looks.e2e.ts';
const TIMES = 'times.e2e.ts';

type Use = NonNullable<PlaywrightTestConfig<Options>['use']>;
type E2eProject = Project<Options> & { name: string };

const chromium: Use = {
  browserName: 'chromium',
  launchOptions: {
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  },
};

/** A stock Firefox, driven by WebDriver BiDi, in which the colour scheme is a preference. */
const firefox = (scheme: (typeof SCHEMES)[number]): Use => ({
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: FIREFOX,
    firefoxUserPrefs: {
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
    },
  },
});

const WIDTHS = [360, 768, 1280] as const;

const windows: E2eProject[] = Object.entries({ chromium: () => chromium, firefox }).flatMap(
  ([browser, use]) =>
    WIDTHS.flatMap((width) =>
      SCHEMES.flatMap((colorScheme) =>
        LANGUAGES.map((language): E2eProject => {
          const window = { width, colorScheme, language };
          return {
            name: `${browser}-${nameOf(window)}`,
            testMatch: [JOURNEYS, LOOKS],
            use: { ...use(colorScheme), ...optionsOf(window) },
          };
        }),
      ),
    ),
);

const RUNS: Record<string, E2eProject[]> = {
  // One project: each would start its own browsers. What runs in several windows describes them itself.
  check: [{ name: 'chromium', testIgnore: TIMES, use: chromium }],
  journeys: windows,
  times: [{ name: 'times', testMatch: TIMES, use: chromium }],
};
const run = process.env.E2E_RUN ?? 'check';

for (const [name, path] of [
  ['chromium', CHROMIUM],
  ...(run === 'journeys' ? [['firefox-esr', FIREFOX]] : []),
])
  if (!existsSync(path))
    throw new Error(
      `There is no browser at ${path}. Install ${name}, or set CHROMIUM or FIREFOX to its path.`,
    );

export default defineConfig<Options>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../../../dist/e2e',
  globalSetup: './start.ts',
  // A page keeps a core busy. What is measured has the machine to itself.
  workers: run === 'times' ? 1 : 3,
  fullyParallel: true,
  forbidOnly: true,
  reporter: 'list',
  // The machine may have other work to do.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'sv-SE',
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // The steps only. Requests and the DOM at each of them cost an eighth of all processor time: a failure leaves a picture
    // of the page and its tree (error-context.md) instead, and `--trace=on` records all.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  projects: RUNS[run] ?? [],
});
