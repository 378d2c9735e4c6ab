import type { Browser, Page } from 'playwright-core';

/** Work of the page's thread for a slider, ms of its own time on a processor of a quarter. */
export interface SliderWork {
  /** From a movement to its picture: what 95 of 100 need at most. */
  p95Ms: number;
  /** The longest task of them all, and of what follows when the slider rests. */
  taskMs: number;
}

/** An event of Chromium's trace; times in µs, `dur` that of the clock, `tdur` that of the thread alone. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

const SLOWER = 4;
const MOVES = 60;

/** Rests now and then, so that what waits for a rest is among the work. */
const move = (selector: string) => `(async () => {
  const slider = document.querySelector(${JSON.stringify(selector)});
  const [min, step] = [Number(slider.min), Number(slider.step)];
  for (let at = 0; at < ${MOVES}; at++) {
    performance.mark('moved');
    slider.value = String(min + step * (1 + at * 4));
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    performance.mark('drawn');
    await new Promise((done) => setTimeout(done, at % 10 === 9 ? 400 : 16));
  }
  slider.dispatchEvent(new Event('change', { bubbles: true }));
  await new Promise((done) => setTimeout(done, 1500));
})()`;

/**
 * Moves a slider and reads from Chromium's own trace what the page's thread did: the time of the thread, which other
 * work on the machine does not lengthen. One trace at a time.
 */
export async function traceSlider(
  browser: Browser,
  page: Page,
  selector: string,
): Promise<SliderWork> {
  const categories = [
    'toplevel',
    'blink.user_timing',
    'devtools.timeline',
    'disabled-by-default-devtools.timeline',
  ];
  await browser.startTracing(page, { categories });
  await page.evaluate(move(selector));
  const trace = await browser.stopTracing();
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  return readWork(traceEvents);
}

function readWork(events: readonly TraceEvent[]): SliderWork {
  const marks = events
    .filter(({ name }) => name === 'moved' || name === 'drawn')
    .toSorted((a, b) => a.ts - b.ts);
  const [first] = marks;
  const tasks = events.filter(
    ({ name, pid, tid, ts, tdur }) =>
      // A task that begins before the trace or ends behind it has no time of its own.
      name === 'RunTask' &&
      tdur !== undefined &&
      pid === first.pid &&
      tid === first.tid &&
      ts >= first.ts,
  );
  if (tasks.length < MOVES || marks.length < 2 * MOVES)
    throw new Error(`The trace has ${marks.length} marks and ${tasks.length} tasks of the page.`);
  const workMs = ({ tdur = 0 }: TraceEvent) => (SLOWER * tdur) / 1000;
  const between = (from: number, to: number) =>
    tasks
      .filter(({ ts, dur = 0 }) => ts + dur >= from && ts < to)
      .reduce((sum, task) => sum + workMs(task), 0);
  const steps = marks.flatMap(({ name, ts }, at) =>
    name === 'moved' ? [between(ts, marks[at + 1].ts)] : [],
  );
  return {
    p95Ms: steps.toSorted((a, b) => a - b)[Math.floor(0.95 * steps.length)],
    taskMs: Math.max(...tasks.map(workMs)),
  };
}
