import type { Page, Route } from 'playwright-core';
import { seededRandom } from '#common/seeded-random.ts';
import { DEFAULT_STATE, type ExplorerState } from '../../explorer/state.ts';
import { writeState } from '../../explorer/url-state.ts';
import type { Checked } from '../check.ts';
import { visit } from '../visit.ts';
import { askTruth, type HouseTruth } from './house-truth.ts';
import { findLaterFault } from './later-parts.ts';
import { findFault, isWhole, readPictures, WATCH_PICTURES } from './pictures.ts';

/** A failure is made again by its seed. */
const SEED = 30;
const CHANGES = 20;
/** A file that failed is asked for again after ten seconds, twice if its answer hung. */
const WHOLE_MS = 60_000;

const KWP = '.roof [type=range]';
const TEN: ExplorerState = { ...DEFAULT_STATE, lang: 'sv' };
const TWENTY: ExplorerState = { ...TEN, faces: [{ tilt: 27, azimuth: 180, kwp: 20 }] };

/** One in each price area, and two in one. */
const PLACES = [
  { lat: 67.86, lng: 20.23 },
  { lat: 62.39, lng: 17.31 },
  { lat: 59.33, lng: 18.07 },
  { lat: 57.71, lng: 11.97 },
  { lat: 55.6, lng: 13.0 },
];

/** A check that knows what the API says of each state. */
interface Asking extends Checked {
  truthOf(state: ExplorerState): Promise<HouseTruth>;
}

/** A page, and the states that it was brought to, one after the other. */
interface Run {
  page: Page;
  states: ExplorerState[];
}

/** No picture of the explorer mixes figures of two states, whatever becomes of its data's files. */
export async function checkSnapshot(checked: Checked, seed = SEED): Promise<void> {
  const asking = { ...checked, truthOf: keepTruths(checked.base) };
  // Both wait for lines most of the time.
  await Promise.all([changeAtRandom(asking, seed), hang(asking)]);
  await doubleTheRoof(asking);
}

/** The figures of random states on a line with random delays and failures. */
async function changeAtRandom(checked: Asking, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const run = await open(checked);
  const line = { isFailing: true };
  await run.page.route('**/data/*', (route) =>
    line.isFailing ? answerBadly(route, random) : route.continue(),
  );
  await goTo(checked, run, TEN);
  for (let change = 0; change < CHANGES; change++) {
    await run.page.waitForTimeout(2000 * random() ** 2);
    const next = changeOne(run.states, random);
    if (random() < 0.7) await setByAddress(run, next);
    else await setKwp(run, 1 + Math.floor(25 * random()));
  }
  line.isFailing = false;
  await judge(checked, run, `seed ${seed}`);
}

/** Ten to twenty kW while the first figures are on their way, when they are there, and without a network. */
async function doubleTheRoof(checked: Asking): Promise<void> {
  const run = await open(checked);
  await run.page.route('**/data/*', async (route) => {
    await run.page.waitForTimeout(1200);
    await route.continue().catch(() => {});
  });
  await goTo(checked, run, TEN);
  await run.page.waitForTimeout(600);
  await setKwp(run, 20);
  await run.page.locator('.verdict .small').last().waitFor();
  await setKwp(run, 10);
  await setKwp(run, 20);
  await run.page.context().setOffline(true);
  await setKwp(run, 10);
  await setKwp(run, 20);
  await judge(checked, run, 'ten to twenty kW on a slow line');
}

/** Files that never come are told after four seconds, given up after twelve, and asked for again ten later. */
async function hang(checked: Asking): Promise<void> {
  const run = await open(checked);
  const line = { isHanging: true };
  await run.page.route('**/data/*', (route) => (line.isHanging ? undefined : route.continue()));
  await goTo(checked, run, TWENTY);
  for (const what of ['på fyra sekunder har inget kommit', 'Nytt försök om 10 s'])
    await run.page.locator('.verdict', { hasText: what }).waitFor();
  await run.page.locator('.problem', { hasText: 'Nytt försök om 10 s' }).waitFor();
  line.isHanging = false;
  await judge(checked, run, 'files that hang');
}

async function open({ browser, base }: Checked): Promise<Run> {
  const { page } = await visit(browser, base);
  await page.addInitScript({ content: WATCH_PICTURES });
  return { page, states: [] };
}

async function goTo({ base }: Checked, { page, states }: Run, state: ExplorerState): Promise<void> {
  states.push(state);
  await page.goto(`${base}/?${writeState(state)}`);
  await page.waitForSelector(KWP);
}

/** Late, refused, broken off, or as it should be. */
async function answerBadly(route: Route, random: () => number): Promise<void> {
  const [lateMs, fate] = [1500 * random(), random()];
  await new Promise((done) => setTimeout(done, lateMs));
  const status = [429, 503, 500][Math.floor(10 * fate)];
  const answered = status
    ? route.fulfill({ status, body: '' })
    : fate < 0.4
      ? route.abort()
      : route.continue();
  // The page may have given it up meanwhile.
  await answered.catch(() => {});
}

/** The last state with another place, face, use or price of batteries, or one of the states before. */
function changeOne(states: readonly ExplorerState[], random: () => number): ExplorerState {
  const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(values.length * random())];
  const last = states[states.length - 1];
  const [face] = last.faces;
  return oneOf([
    () => ({ ...last, ...oneOf(PLACES) }),
    () => ({ ...last, ...oneOf(PLACES) }),
    () => ({ ...last, faces: [{ ...face, azimuth: oneOf([90, 180, 270]) }] }),
    () => ({ ...last, useKwh: oneOf([5000, 12_000, 25_000]) }),
    () => ({ ...last, batterySekPerKwh: oneOf([2000, 4000, 9000]) }),
    () => oneOf(states),
  ])();
}

/** As the browser's own Back and Forward do. */
async function setByAddress({ page, states }: Run, state: ExplorerState): Promise<void> {
  states.push(state);
  await page.evaluate(`(() => {
  history.pushState(null, '', ${JSON.stringify(`?${writeState(state)}`)});
  step++;
  dispatchEvent(new PopStateEvent('popstate'));
})()`);
}

async function setKwp({ page, states }: Run, kwp: number): Promise<void> {
  const last = states[states.length - 1];
  states.push({ ...last, faces: [{ ...last.faces[0], kwp }] });
  await page.evaluate(`(() => {
  const slider = document.querySelector('${KWP}');
  slider.value = ${kwp};
  step++;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  slider.dispatchEvent(new Event('change', { bubbles: true }));
})()`);
}

/** Waits for the figures of the last state, and holds every picture so far against what the API says of its own. */
async function judge({ truthOf, expect }: Asking, run: Run, what: string): Promise<void> {
  const { page, states } = run;
  const truths: HouseTruth[] = [];
  for (const state of states) truths.push(await truthOf(state));
  const last = truths[truths.length - 1];
  const endMs = performance.now() + WHOLE_MS;
  const isDone = async () => {
    const picture = (await readPictures(page)).at(-1);
    return picture !== undefined && isWhole(picture, last);
  };
  let done = await isDone();
  while (!done && performance.now() < endMs) {
    await page.waitForTimeout(200);
    done = await isDone();
  }
  const pictures = await readPictures(page);
  const faults: string[] = [];
  for (const picture of pictures) {
    const { lat, lng } = states[picture.step];
    const before = truths.filter(
      (_, step) => step < picture.step && states[step].lat === lat && states[step].lng === lng,
    );
    const now = truths[picture.step];
    const fault =
      findFault(picture, now, before) ?? (await findLaterFault(picture, { now, before }));
    if (fault) faults.push(fault);
  }
  const bands = pictures.filter(({ band }) => band?.sentences.length).length;
  const formers = pictures.filter(({ parts }) => parts.some(({ isFormer }) => isFormer)).length;
  expect(
    faults.length === 0,
    `${what}: ${pictures.length} pictures of ${states.length} states, ${formers} with former figures, ${bands} with a band, none mixed ${faults.slice(0, 3).join('; ')}`.trimEnd(),
  );
  expect(done, `${what}: the last state has all its figures`);
  await page.context().close();
}

/** Asks for each state's figures once. */
function keepTruths(base: string): (state: ExplorerState) => Promise<HouseTruth> {
  const known = new Map<string, Promise<HouseTruth>>();
  return (state) => {
    const key = writeState(state);
    const truth = known.get(key) ?? askTruth(base, state);
    known.set(key, truth);
    return truth;
  };
}
