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

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const FIREFOX = process.env.FIREFOX || '/usr/bin/firefox-esr';

const SCHEMES = ['light', 'dark'] as const;
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

const windows: E2eProject[] = Object.entries({ chromium: () => chromium, firefox }).flatMap(
  ([browser, use]) =>
    [360, 768, 1280].flatMap((width) =>
      SCHEMES.flatMap((colorScheme) =>
        LANGUAGES.map((language) => ({
          name: `${browser}-${width}-${colorScheme}-${language}`,
          testMatch: [JOURNEYS, LOOKS],
          use: { ...use(colorScheme), viewport: { width, height: 800 }, colorScheme, language },
        })),
      ),
    ),
);

/**
 * Windows of `make browser-check`. In the four for looks every two of a width, a scheme and a language meet (an
 * orthogonal array), in the two for journeys each of them is.
 */
const IN_CHECK: [names: RegExp, testMatch: string][] = [
  [/^chromium-(1280-(light-sv|dark-en)|360-(light-en|dark-sv))$/, LOOKS],
  [/^chromium-(1280-light-sv|360-dark-en)$/, JOURNEYS],
];

function windowsInCheck(): E2eProject[] {
  return windows.flatMap((window) => {
    const testMatch = IN_CHECK.flatMap(([names, files]) => (names.test(window.name) ? files : []));
    return testMatch.length > 0 ? [{ ...window, testMatch }] : [];
  });
}

const RUNS: Record<string, E2eProject[]> = {
  check: [
    { name: 'features', testIgnore: [JOURNEYS, LOOKS, TIMES], use: chromium },
    ...windowsInCheck(),
  ],
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
    // Pictures of every frame cost a tenth of the time, and the trace has the page's DOM.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: RUNS[run] ?? [],
});
