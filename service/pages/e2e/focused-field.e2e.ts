import { test } from './test.ts';
import { settle, visit } from './visit.ts';

const WIDTHS = [390, 768, 900, 1024, 1366];

/** What lies over the middle of the focused field, or of the place and the figure below it. Empty if nothing. */
const COVERING = `(() => {
  const covers = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(found) ? [] : [found?.outerHTML.slice(0, 80)];
  };
  const shown = [document.activeElement, ...document.querySelectorAll('.place-row > button')];
  return shown.flatMap(covers);
})()`;

test('nothing covers the focused search box at five widths', async ({
  checked: { browser, base, expect },
}) => {
  for (const width of WIDTHS) {
    const { page } = await visit(browser, base, { viewport: { width, height: 844 } });
    await page.goto(`${base}/?lat=59.61&lng=16.55&l=sv`);
    await settle(page);
    const box = page.locator('[role=combobox]').first();
    await box.click();
    const isFocused = await box.evaluate((element) => element.matches(':focus'));
    const covering: string[] = await page.evaluate(COVERING);
    expect(
      isFocused && covering.length === 0,
      `at ${width} px nothing covers the focused field ${covering.join(' ')}`.trimEnd(),
    );
    await page.context().close();
  }
});
