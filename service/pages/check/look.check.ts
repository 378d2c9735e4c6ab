import type { Checked } from './check.ts';
import { axeFaults, isTooWide, SCHEMES, visit, WIDTHS } from './visit.ts';

/** A page and how it is looked at. */
interface Looked {
  path: string;
  /** Selector of an element that is there when the whole page is. */
  last: string;
  languages: readonly ('sv' | 'en')[];
}

const PAGES: Looked[] = [
  { path: '/', last: '.typical-day', languages: ['sv', 'en'] },
  { path: '/docs', last: 'pre', languages: ['sv', 'en'] },
  { path: '/docs/home-automation', last: 'pre', languages: ['sv', 'en'] },
  { path: '/docs/sdk', last: 'pre', languages: ['sv', 'en'] },
  { path: '/data', last: 'svg', languages: ['en'] },
  { path: '/docs/api', last: '.operations', languages: ['sv', 'en'] },
  { path: '/docs/api/postSimulation', last: '.fields', languages: ['sv', 'en'] },
];

/** Narrower: a small phone, and a laptop that shows twice as large. */
const NARROWER = { 360: 320, 1280: 640 } as const;

/** Looks at every page at both widths, light and dark, in all its languages. */
export const LOOKS = PAGES.map((page) => async (checked: Checked): Promise<void> => {
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) await look(checked, page, width, scheme);
  }
});

async function look(
  { browser, base, expect }: Checked,
  { path, last, languages }: Looked,
  width: (typeof WIDTHS)[number],
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const viewport = { width, height: 800 };
  const { page, troubles } = await visit(browser, base, { viewport, colorScheme });
  for (const language of languages) {
    const where = `${path} ${language} at ${width} px, ${colorScheme}`;
    await page.setViewportSize(viewport);
    await page.goto(`${base}${path}?l=${language}`);
    await page.waitForSelector(last, { state: 'attached' });
    expect(
      (await page.locator('html').getAttribute('lang')) === language,
      `${where}: its language`,
    );
    expect(!(await isTooWide(page)), `${where}: fits its window`);
    const faults = await axeFaults(page);
    expect(Object.keys(faults).length === 0, `${where}: axe ${JSON.stringify(faults)}`);
    await page.setViewportSize({ ...viewport, width: NARROWER[width] });
    expect(!(await isTooWide(page)), `${path} ${language}: fits ${NARROWER[width]} px`);
  }
  expect(
    troubles.length === 0,
    `${path} at ${width} px: no trouble ${troubles.join('; ')}`.trimEnd(),
  );
  await page.context().close();
}
