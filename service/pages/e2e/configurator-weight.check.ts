import { fileURLToPath } from 'node:url';
import { SERVICE, startProgram } from '../../test/start-program.ts';
import { wordsOf } from '../messages/messages.ts';
import { measureStepMs, onSlowLine, paintedOn, transferredKb, WATCH_PAINT } from './budgets.ts';
import type { Checked, Measured } from './check.ts';
import { visit } from './visit.ts';

const EMBEDS_FILE = fileURLToPath(new URL('../../../fixtures/embeds.json', import.meta.url));
const PHONE = { width: 360, height: 740 };

/** Measures the demo of the project, on a service of its own. */
export async function weighConfigurator(checked: Measured): Promise<void> {
  const service = await startProgram([SERVICE], { env: { EMBEDS_FILE } });
  try {
    await weigh({ ...checked, base: service.base });
  } finally {
    await service.stop();
  }
}

/** Steps whose time is measured, in their order. */
const STEPS = ['roof', 'house'] as const;

/** Weight and times of one visit. */
interface Weighed {
  lcpMs: number;
  shift: number;
  html: number;
  js: number;
  css: number;
  /** By step. */
  stepMs: number[];
}

/** Most that the largest paint and a step may take. */
const MOST_LCP_MS = 2000;
const MOST_STEP_MS = 100;

async function weigh(checked: Measured): Promise<void> {
  const { base, expect } = checked;
  // The pages' code is loaded with the first request for one.
  await fetch(`${base}/embedded/demo`);
  const { html, js, css, lcpMs, shift, stepMs } = await weighVisit(checked);
  checked.time(lcpMs, MOST_LCP_MS, 'configurator: largest paint on a slow line');
  expect(shift <= 0.02, `configurator: what moves by itself ${shift.toFixed(3)} of 0.02`);
  expect(
    html <= 14 && js > 0 && js <= 38 && css <= 5,
    `configurator: HTML with the map ${html} kB of 14, scripts ${js} of 38, styles ${css} of 5`,
  );
  for (const [at, step] of STEPS.entries())
    checked.time(stepMs[at], MOST_STEP_MS, `configurator: to ${step}`);
}

/** The configurator alone, as an installer tries it, on a slow line: when it is there, its weight, its steps' time. */
async function weighVisit({ browser, base, expect }: Checked): Promise<Weighed> {
  const { page, troubles } = await visit(browser, base, { viewport: PHONE });
  await page.addInitScript({ content: WATCH_PAINT });
  const line = await onSlowLine(page);
  await page.goto(`${base}/embedded/demo`);
  await page.locator('.map-outline').waitFor();
  const { lcpMs, shift } = await paintedOn(page);
  const { html, js, css } = await transferredKb(page);
  await line.detach();
  await page.getByRole('combobox').fill('59.61, 16.55');
  await page.keyboard.press('Enter');
  // The search and its places are loaded now; from then on the step is measured.
  await page.locator('.total').waitFor();
  const stepMs: number[] = [];
  for (const step of STEPS)
    stepMs.push(await measureStepMs(page, wordsOf('sv').configurator[step]));
  expect(troubles.length === 0, `/embedded/demo: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
  return { lcpMs, shift, html, js, css, stepMs };
}
