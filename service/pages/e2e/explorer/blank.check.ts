import type { Checked } from '../check.ts';
import { LAST_PANEL, visit } from '../visit.ts';

/** Most that is empty below a panel's content, px. */
const MOST_BLANK = 80;

/** No panel is much higher than what is in it. */
export async function checkBlanks({ browser, base, expect }: Checked): Promise<void> {
  for (const width of [768, 1280]) {
    const { page } = await visit(browser, base, { viewport: { width, height: 900 } });
    for (const query of ['?l=sv', '?lat=59.61&lng=16.55&f=27_100_5~27_280_5&l=en']) {
      await page.goto(`${base}/${query}`);
      await page.locator(LAST_PANEL).waitFor();
      const blanks: [string, number][] =
        await page.evaluate(`[...document.querySelectorAll('.columns .panel')].map((panel) => {
        const seen = [...panel.querySelectorAll('*')].filter((one) => one.checkVisibility({ contentVisibilityAuto: true }));
        const ends = seen.map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0);
        const end = Math.max(...ends.map(({ bottom }) => bottom));
        return [panel.className, Math.round(panel.getBoundingClientRect().bottom - end)];
      })`);
      const most = blanks.toSorted((a, b) => b[1] - a[1])[0];
      expect(
        blanks.length >= 7 && most[1] < MOST_BLANK,
        `${width} px: ${most[1]} px are empty below ${most[0]}, of ${blanks.length} panels`,
      );
    }
    await page.context().close();
  }
}
