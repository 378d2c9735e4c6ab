import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import openapi from '../../../schemas/openapi.json' with { type: 'json' };
import { openOnSlowLine } from './budgets.ts';
import type { Checked, Measured } from './check.ts';
import { axeFaults, isTooWide, untilTrue, visit } from './visit.ts';

const ICON_WIDTH = `(async () => {
  const icon = new Image();
  icon.src = document.querySelector('link[rel=icon]').href;
  await icon.decode();
  return icon.naturalWidth;
})()`;

/** Width of the narrowest cell of what tries out, px. */
const NARROWEST_CELL = `Math.min(...Array.from(document.querySelectorAll('#swagger-ui td'), (cell) =>
  cell.checkVisibility() ? cell.offsetWidth : Infinity))`;

/** Parts of what tries out where the keyboard comes and nobody sees it. */
const UNMARKED = `Array.from(document.querySelectorAll('#swagger-ui :is(a[href], button, input, select, textarea, pre)'))
  .filter((part) => part.checkVisibility() && (part.focus(), parseFloat(getComputedStyle(part).outlineWidth) < 2 || getComputedStyle(part).outlineStyle === 'none'))
  .map((part) => part.tagName + ' ' + part.className)`;

/** Whether nothing fades or turns in what tries out. */
const IS_STILL = `document.querySelector('#swagger-ui').getAnimations({ subtree: true }).length === 0`;

const OPERATIONS = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    id: operationId,
    call: `${method.toUpperCase()} ${path}`,
  })),
);

/** Most that may come until the operations are shown, and how long that may take on a slow line. */
const MOST_KB = 60;
const MOST_MS = 4000;

/** Tries the pages of the API: the list, links into them, the search, the code, and a call tried out. */
export async function checkApiDocs(checked: Checked): Promise<void> {
  const { browser, base, expect } = checked;
  const { page, troubles } = await visit(browser, base);
  await page.goto(`${base}/docs/api?l=en`);
  expect(Number(await page.evaluate(ICON_WIDTH)) > 0, 'the icon loads');
  const shown = await page.locator('.operations code').allInnerTexts();
  expect(
    shown.toSorted().join() ===
      OPERATIONS.map(({ call }) => call)
        .toSorted()
        .join(),
    `all ${OPERATIONS.length} operations are shown`,
  );
  const { version } = openapi.info;
  expect((await page.locator('main').innerText()).includes(version), `version ${version} is shown`);
  await checkSearch(page, expect);
  await checkLinks(page, base, expect);
  await checkCode(page, base, expect);
  for (const [width, scheme, id] of [
    [1280, 'light', 'getPvYield'],
    [360, 'dark', 'postSimulation'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await checkTryOut(page, `${base}/docs/api/${id}?l=sv`, expect);
  }
  expect(
    troubles.length === 0,
    `/docs/api: no foreign request, error or breach ${troubles.join('; ')}`.trimEnd(),
  );
  await page.context().close();
}

/** Measures its two kinds of pages. */
export async function weighApiDocs(checked: Measured): Promise<void> {
  for (const [path, selector] of [
    ['/docs/api?l=sv', '.operations'],
    ['/docs/api/postSimulation?l=sv', '.fields'],
  ]) {
    const { ms, kb } = await openOnSlowLine(checked, path, selector);
    checked.expect(kb <= MOST_KB, `${path}: ${kb} kB of ${MOST_KB}`);
    checked.time(ms, MOST_MS, `${path} on a slow line`);
  }
}

/** A field is found by words of its path and of its text. */
async function checkSearch(page: Page, expect: Checked['expect']): Promise<void> {
  await page.getByRole('searchbox').fill('postSimulation battery soc_min charge');
  const link = page.locator('#search a').first();
  await link.waitFor();
  await link.click();
  await page.waitForURL(/\/docs\/api\/postSimulation\?l=en#body\.battery\.soc_min$/);
  expect(await page.locator(':target').isVisible(), 'a field is found by its name and its text');
}

async function checkLinks(page: Page, base: string, expect: Checked['expect']): Promise<void> {
  await page.goto(`${base}/docs/api/postSimulation?l=en#answer.yearly.savings_sek`);
  // It is scrolled to with the first picture that has it.
  await untilTrue(
    page,
    "Math.abs(document.querySelector(':target')?.getBoundingClientRect().y) < 800",
  );
  expect(true, 'a link to one field shows it');
  await page.goto('about:blank');
  await page.goto(`${base}/docs/api#/Yield/getPvYieldMeta`);
  await page.waitForURL(/\/docs\/api\/getPvYieldMeta/);
  expect(true, 'a link as Swagger UI had it leads to the operation');
}

const PROGRAMS = {
  curl: ['bash', '-c'],
  javascript: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
};

/** Every operation's code, as it is copied, gets the same answer in every language. */
async function checkCode(page: Page, base: string, expect: Checked['expect']): Promise<void> {
  for (const { id } of OPERATIONS) {
    await page.goto(`${base}/docs/api/${id}?l=en`);
    const answers = new Set<string>();
    for (const [language, [program, ...words]] of Object.entries(PROGRAMS)) {
      const code = await page.locator(`pre.in-${language}`).innerText();
      const options = { maxBuffer: 2 ** 24 };
      const { stdout } = await promisify(execFile)(program, [...words, code], options);
      answers.add(JSON.stringify(JSON.parse(stdout)));
    }
    const [answer] = answers;
    expect(answers.size === 1 && !answer.startsWith('{"error"'), `${id}: its code runs as copied`);
  }
}

/** Loads Swagger UI and sends the call with the values that it suggests. */
async function checkTryOut(page: Page, url: string, expect: Checked['expect']): Promise<void> {
  await page.goto(url);
  const place = page.locator('#swagger-ui');
  await place.getByRole('button', { name: 'Ladda och prova' }).click();
  const execute = place.getByRole('button', { name: 'Execute' });
  await execute.waitFor();
  const body = place.getByRole('textbox', { name: 'Body' });
  const hasBody = url.includes('/post');
  // It is drawn after the button.
  if (hasBody) await body.waitFor().catch(() => {});
  const bodies = await body.count();
  expect(bodies === (hasBody ? 1 : 0), `${url}: a body to write, where there is one`);
  await execute.click();
  const answer = place.locator('.live-responses-table .response');
  await answer.waitFor();
  // The button fades back from its waiting.
  await untilTrue(page, IS_STILL);
  const status = await answer.locator('.response-col_status').innerText();
  expect(/^200/.test(status), `${url}: tried out gives ${status}`);
  expect((await answer.locator('pre').first().innerText()).includes('kwh'), 'its answer is shown');
  const narrowest = Number(await page.evaluate(NARROWEST_CELL));
  expect(narrowest > 100, `${url}: no column of letters, the narrowest has ${narrowest} px`);
  await page.keyboard.press('Tab');
  const unmarked = await page.evaluate<string[]>(UNMARKED);
  expect(unmarked.length === 0, `${url}: shows where the keyboard is ${unmarked.join()}`.trimEnd());
  const faults = await axeFaults(page);
  expect(Object.keys(faults).length === 0, `${url}, tried out: axe ${JSON.stringify(faults)}`);
  expect(!(await isTooWide(page)), `${url}, tried out: fits its window`);
}
