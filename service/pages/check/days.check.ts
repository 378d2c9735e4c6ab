import type { Page } from 'playwright-core';
import type { Checked } from './check.ts';
import { axeFaults, COMPUTED, visit } from './visit.ts';

const ROOF = '?lat=59.61&lng=16.55&f=27_100_5~27_280_5&l=sv';
/** An option of a closed list is never visible. */
const ATTACHED = { state: 'attached' } as const;
const SAVED = /: (−?[\d\s]+,\d\d) kr$/;

/** The explorer's prices by the hour, and its days: a month's with their spread, and the battery's own. */
export async function checkDays({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base, { viewport: { width: 1280, height: 900 } });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/simulation/')) asked.push(request.postData() ?? request.url());
  });
  await page.goto(`${base}/${ROOF}`);
  await page.getByText(COMPUTED).waitFor();
  expect(asked.length === 0, `the figures ask the API for nothing: ${asked.join(' ')}`);
  await page.getByText('Elnät, pris på solceller och batteri').click();
  const said = await page.getByText('räknas med sitt eget pris').innerText();
  expect(/Varje timme \d{4} räknas/.test(said), `which the page says: ${said}`);
  await checkOwnDays(page, expect);
  const faults = await axeFaults(page);
  expect(Object.keys(faults).length === 0, `a day of its own: axe ${JSON.stringify(faults)}`);
  expect(troubles.length === 0, `days: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}

async function checkOwnDays(page: Page, expect: Checked['expect']): Promise<void> {
  const day = page.locator('.typical-day select').first();
  const battery = page.locator('.typical-day select').nth(1);
  await page.locator('.typical-day .bars svg').waitFor();
  const spreads = () => page.locator('.typical-day .bars .day-spread').count();
  expect((await spreads()) === 3, `the mean day shows the spread of ${await spreads()} series`);
  const before = await day.locator('option[value=best]').innerText();
  await battery.selectOption('20');
  await day.locator('option[value=best]').filter({ hasNotText: before }).waitFor(ATTACHED);
  const texts = await day.locator('optgroup').nth(1).locator('option').allInnerTexts();
  const [best, median, worst] = texts.map((text) =>
    Number(SAVED.exec(text)?.[1].replace(/\s/g, '').replace(',', '.').replace('−', '-')),
  );
  expect(best > median && median > worst, `the battery's days: ${texts.join(' | ')}`);
  for (const name of ['best', 'median', 'worst']) {
    await day.selectOption(name);
    const label = await page.locator('.typical-day .bars svg').getAttribute('aria-label');
    expect(
      (await spreads()) === 0 && label !== null && texts.some((text) => label.startsWith(text)),
      `it is drawn alone: ${label}`,
    );
  }
  await page.getByText('Visa dagen som tabell').click();
  const rows = await page.locator('.typical-day tbody tr').count();
  expect(rows === 24, `its table has ${rows} hours`);
  await battery.selectOption('0');
  await page.locator('.typical-day .bars .day-spread').first().waitFor();
  expect((await day.inputValue()) === '5', 'without a battery it is June again');
}
