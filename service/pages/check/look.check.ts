import openapi from '../../../schemas/openapi.json' with { type: 'json' };
import type { Checked } from './check.ts';
import { axeFaults, isTooWide, SCHEMES, visit, WIDTHS } from './visit.ts';

/** A page and how it is looked at. */
interface Looked {
  path: string;
  languages: readonly ('sv' | 'en')[];
  /** Faults by rule of axe that are others' (Swagger UI's), at most; the list may only get shorter. */
  known: Record<string, number>;
}

/** Swagger UI puts buttons into the button of each. */
const OPERATIONS = Object.values(openapi.paths).flatMap((methods) => Object.keys(methods)).length;

const PAGES: Looked[] = [
  { path: '/', languages: ['sv', 'en'], known: {} },
  { path: '/docs', languages: ['sv', 'en'], known: {} },
  { path: '/docs/sdk', languages: ['sv', 'en'], known: {} },
  { path: '/data', languages: ['en'], known: {} },
  {
    path: '/docs/api',
    languages: ['en'],
    known: { 'heading-order': 1, 'nested-interactive': OPERATIONS, region: 2 },
  },
];

/** Looks at every page at both widths, light and dark, in all its languages. */
export async function checkLook(checked: Checked): Promise<void> {
  for (const page of PAGES) {
    for (const width of WIDTHS) {
      for (const scheme of SCHEMES) await look(checked, page, width, scheme);
    }
  }
}

async function look(
  { browser, base, expect }: Checked,
  { path, languages, known }: Looked,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const viewport = { width, height: 800 };
  const { page, troubles } = await visit(browser, base, { viewport, colorScheme });
  for (const language of languages) {
    const where = `${path} ${language} at ${width} px, ${colorScheme}`;
    await page.goto(`${base}${path}?l=${language}`, { waitUntil: 'networkidle' });
    await page.waitForSelector('h1');
    expect(
      (await page.locator('html').getAttribute('lang')) === language,
      `${where}: its language`,
    );
    expect(!(await isTooWide(page)), `${where}: fits its window`);
    const faults = await axeFaults(page);
    const isNew = ([rule, count]: [string, number]) => count > (known[rule] ?? 0);
    expect(!Object.entries(faults).some(isNew), `${where}: axe ${JSON.stringify(faults)}`);
  }
  expect(
    troubles.length === 0,
    `${path} at ${width} px: no trouble ${troubles.join('; ')}`.trimEnd(),
  );
  await page.context().close();
}
