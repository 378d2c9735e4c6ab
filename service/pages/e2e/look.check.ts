import type { Checked } from './check.ts';
import { axeFaults, isTooWide, LAST_PANEL, visit, WAYS, type Way } from './visit.ts';

/** A page and how it is looked at. */
interface Looked {
  path: string;
  /** Selector of an element that is there when the whole page is. */
  last: string;
  /** Whether its content is in English, below a header in the reader's language. */
  isEnglish?: boolean;
}

const PAGES: Looked[] = [
  { path: '/', last: LAST_PANEL },
  { path: '/docs', last: 'pre' },
  { path: '/docs/sdk', last: 'pre' },
  { path: '/data', last: 'svg', isEnglish: true },
  { path: '/docs/api', last: '.operations' },
  { path: '/docs/api/postSimulation', last: '.fields' },
];

/** Narrower: a small phone, and a laptop that shows twice as large. */
const NARROWER = { 360: 320, 1280: 640 } as const;

/** Looks at every page in the ways that pages are looked at. */
export const LOOKS = PAGES.map((page) => async (checked: Checked): Promise<void> => {
  for (const way of WAYS) await look(checked, page, way);
});

async function look(
  { browser, base, expect }: Checked,
  { path, last, isEnglish = false }: Looked,
  { width, colorScheme, language }: Way,
): Promise<void> {
  const viewport = { width, height: 800 };
  const { page, troubles } = await visit(browser, base, { viewport, colorScheme });
  const where = `${path} ${language} at ${width} px, ${colorScheme}`;
  await page.goto(`${base}${path}?l=${language}`);
  await page.waitForSelector(last, { state: 'attached' });
  const lang = await page.locator('html').getAttribute('lang');
  expect(lang === (isEnglish ? 'en' : language), `${where}: its language`);
  expect(!(await isTooWide(page)), `${where}: fits its window`);
  const faults = await axeFaults(page);
  expect(Object.keys(faults).length === 0, `${where}: axe ${JSON.stringify(faults)}`);
  await page.setViewportSize({ ...viewport, width: NARROWER[width] });
  expect(!(await isTooWide(page)), `${path} ${language}: fits ${NARROWER[width]} px`);
  expect(troubles.length === 0, `${where}: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}
