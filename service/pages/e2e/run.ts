/**
 * Opens the pages of a service of its own in headless Chromium and uses them as a reader would
 * (`make browser-check`). Any request to another origin, console error or breach of a page's policy is a
 * failure. `run.ts --times` measures what pages load and how long they take on a slow line, three times, and
 * judges the medians (`make browser-times`). Environment: CHROMIUM, the browser (default /usr/bin/chromium).
 */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { checkApiDocs, weighApiDocs } from './api-docs.check.ts';
import type { Measured } from './check.ts';
import { checkConfigurator } from './configurator.check.ts';
import { weighConfigurator } from './configurator-weight.check.ts';
import { checkDecision } from './decision.check.ts';
import { checkEmbed } from './embed.check.ts';
import { checkBlanks } from './explorer/blank.check.ts';
import { checkFirstVerdict } from './explorer/first-verdict.check.ts';
import { checkGrowth } from './explorer/growth.check.ts';
import { checkLevel } from './explorer/level.check.ts';
import { checkVisits } from './explorer/visits.check.ts';
import { checkExplorer, weighExplorer } from './explorer.check.ts';
import { checkFocusedField } from './focused-field.check.ts';
import { checkFrameRefused } from './frame-refused.check.ts';
import { checkGridCompany } from './grid-company.check.ts';
import { checkConnect } from './integrations/connect.check.ts';
import { checkInbox } from './integrations/inbox.check.ts';
import { checkOffer } from './integrations/offer.check.ts';
import { checkKeyboard } from './keyboard.check.ts';
import { checkLink } from './link.check.ts';
import { LOOKS } from './look.check.ts';
import { checkMeter } from './meter.check.ts';
import { checkPlaces } from './places.check.ts';
import { checkProposal } from './proposal.check.ts';
import { checkChartText } from './reading/chart-text.check.ts';
import { checkForcedColours } from './reading/forced-colours.check.ts';
import { checkPlainWords } from './reading/plain-words.check.ts';
import { checkRecipes } from './recipes.check.ts';
import { checkRoofLog } from './roof-log.check.ts';
import { checkSdk } from './sdk.check.ts';
import { checkSnapshot } from './snapshot/snapshot.check.ts';
import { checkSnow } from './snow.check.ts';
import { checkStatic } from './static.check.ts';
import { checkStraits } from './straits.check.ts';
import { checkSurroundings } from './surroundings.check.ts';

/** These measure how much a page loads and how long it takes on a slow line: nightly, since most of it is waiting. */
const MEASURED = [weighExplorer, checkFirstVerdict, weighConfigurator, weighApiDocs];
/** Odd: the median is one of them. */
const RUNS = 3;

/** The longest first: the last ones fill both lanes to the end. */
const CHECKS = [
  checkVisits,
  checkApiDocs,
  checkStatic,
  checkEmbed,
  checkSnapshot,
  checkGrowth,
  ...LOOKS,
  checkExplorer,
  checkProposal,
  checkOffer,
  checkInbox,
  checkConnect,
  checkSdk,
  checkConfigurator,
  checkFrameRefused,
  checkMeter,
  checkRoofLog,
  checkGridCompany,
  checkChartText,
  checkForcedColours,
  checkPlainWords,
  checkStraits,
  checkDecision,
  checkLevel,
  checkBlanks,
  checkSnow,
  checkSurroundings,
  checkPlaces,
  checkFocusedField,
  checkLink,
  checkKeyboard,
  checkRecipes,
];
/** A page keeps one processor busy. */
const AT_A_TIME = 2;
/** The longest check takes two minutes on two idle cores. */
const DEADLINE_MS = 600_000;

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';

/** Chromium's own traffic would be refused by our rules anyway; these keep it from trying. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const failures: string[] = [];

function expect(holds: boolean, what: string): void {
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${what}`);
  if (!holds) failures.push(what);
}

const timesMs = new Map<string, { mostMs: number; ms: number[] }>();

function time(ms: number, mostMs: number, what: string): void {
  const times = timesMs.get(what) ?? { mostMs, ms: [] };
  times.ms.push(Math.round(ms));
  timesMs.set(what, times);
}

function judgeTimes(): void {
  for (const [what, { mostMs, ms }] of timesMs) {
    const median = ms.toSorted((a, b) => a - b)[(RUNS - 1) / 2];
    const isWhole = ms.length === RUNS;
    expect(isWhole && median <= mostMs, `${what}: ${ms.join(', ')} ms, median at most ${mostMs}`);
  }
  expect(timesMs.size > 0, `${timesMs.size} times were measured`);
}

/** A check that waits for ever is a failure by its name, not the end of all. */
async function failLate(): Promise<never> {
  await wait(DEADLINE_MS, undefined, { ref: false });
  throw new Error(`not done within ${DEADLINE_MS / 60_000} minutes`);
}

if (!existsSync(CHROMIUM)) {
  console.error(
    `There is no browser at ${CHROMIUM}. Install chromium, or set CHROMIUM to its path.`,
  );
  process.exit(1);
}
// Visits name their own addresses.
process.env.TRUST_PROXY = '1';
const service = await startProgram([SERVICE]);
try {
  await using browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const checked = { browser, base: service.base, expect, time };
  const run = async (checks: Iterable<(measured: Measured) => Promise<void>>) => {
    // The others are told of, too.
    for (const check of checks)
      await Promise.race([check(checked), failLate()]).catch((error: Error) =>
        expect(false, `${check.name}: ${error.stack}`),
      );
  };
  if (process.argv.includes('--times')) {
    // One after the other: what is measured has the machine to itself.
    for (let i = 0; i < RUNS; i++) await run(MEASURED);
    judgeTimes();
  } else {
    const left = CHECKS.values();
    await Promise.all(Array.from({ length: AT_A_TIME }, () => run(left)));
  }
} finally {
  await service.stop();
}
console.log(failures.length === 0 ? 'The pages work.' : `${failures.length} checks failed.`);
// A failed check may have left something open, which holds nothing up.
process.exit(failures.length === 0 ? 0 : 1);
