import type { Checked } from './check.ts';
import { axeFaults, isTooWide, SCHEMES, visit, WIDTHS } from './visit.ts';

/** Our own pages, each in both languages: none may break a rule of axe. */
const PAGES: string[] = [];

/** Swagger UI's own faults by rule, most that there may be; the list may only get shorter. */
const KNOWN: Record<string, Record<string, number>> = {
  '/docs/api': { 'heading-order': 1, 'nested-interactive': 8, region: 2 },
};

/** Looks at every page at both widths, light and dark, in both languages. */
export async function checkLook({ browser, base, expect }: Checked): Promise<void> {
  for (const path of [...PAGES, ...Object.keys(KNOWN)]) {
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        const { page, troubles } = await visit(browser, base, {
          viewport: { width, height: 800 },
          colorScheme,
        });
        for (const language of ['sv', 'en']) {
          await page.goto(`${base}${path}?l=${language}`, { waitUntil: 'networkidle' });
          await page.waitForSelector('h1');
          const where = `${path} ${language} at ${width} px, ${colorScheme}`;
          const faults = await axeFaults(page);
          const more = Object.entries(faults).filter(
            ([rule, count]) => count > (KNOWN[path]?.[rule] ?? 0),
          );
          expect(more.length === 0, `${where}: axe ${JSON.stringify(faults)}`);
          expect(!(await isTooWide(page)), `${where}: fits its window`);
          expect((await page.locator(`html[lang=${language}]`).count()) === 1, `${where}: says so`);
        }
        expect(
          troubles.length === 0,
          `${path} at ${width} px: ${troubles.join('; ') || 'no trouble'}`,
        );
        await page.context().close();
      }
    }
  }
}
