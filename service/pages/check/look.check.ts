import openapi from '../../../schemas/openapi.json' with { type: 'json' };
import type { Checked } from './check.ts';
import { axeFaults, isTooWide, SCHEMES, visit, WIDTHS } from './visit.ts';

/** A page and how it is looked at. */
interface Looked {
  path: string;
  /** Selector of an element that is there when the whole page is. */
  last: string;
  languages: readonly ('sv' | 'en')[];
  /** Faults by rule of axe that are others' (Swagger UI's), at most; the list may only get shorter. */
  known: Record<string, number>;
}

/** Swagger UI puts buttons into the button of each. */
const OPERATIONS = Object.values(openapi.paths).flatMap((methods) => Object.keys(methods)).length;

const PAGES: Looked[] = [
  { path: '/', last: '.typical-day', languages: ['sv', 'en'], known: {} },
  { path: '/docs', last: 'pre', languages: ['sv', 'en'], known: {} },
  { path: '/docs/home-automation', last: 'pre', languages: ['sv', 'en'], known: {} },
  { path: '/docs/sdk', last: 'pre', languages: ['sv', 'en'], known: {} },
  { path: '/data', last: 'svg', languages: ['en'], known: {} },
  {
    path: '/docs/api',
    last: '.models',
    languages: ['en'],
    known: { 'heading-order': 1, 'nested-interactive': OPERATIONS, region: 2 },
  },
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
  { path, last, languages, known }: Looked,
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
    const isNew = ([rule, count]: [string, number]) => count > (known[rule] ?? 0);
    expect(!Object.entries(faults).some(isNew), `${where}: axe ${JSON.stringify(faults)}`);
    await page.setViewportSize({ ...viewport, width: NARROWER[width] });
    expect(!(await isTooWide(page)), `${path} ${language}: fits ${NARROWER[width]} px`);
  }
  expect(
    troubles.length === 0,
    `${path} at ${width} px: no trouble ${troubles.join('; ')}`.trimEnd(),
  );
  await page.context().close();
}
