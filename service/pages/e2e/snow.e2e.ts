import { expectGoodLook, test } from './test.ts';
import { FIGURE, kwhOn, openFolds, settle, visit } from './visit.ts';

const ROOF = '?lat=59.61&lng=16.55&f=27_180_10';
const MONTHS = '50 40 20 5 0 0 0 0 0 0 10 30';
const PHONE = { viewport: { width: 320, height: 800 } };

test('snow: a field, a line, savings that count it, and the link', async ({
  checked: { browser, base, expect },
}) => {
  for (const [lang, line] of [
    ['sv', 'Bortfall genom snö'],
    ['en', 'Lost to snow'],
  ]) {
    const { page, troubles } = await visit(browser, base, PHONE);
    await page.goto(`${base}/${ROOF}&l=${lang}`);
    await page.waitForSelector(FIGURE);
    expect((await page.locator('.taken').count()) === 0, `snow ${lang}: no line without`);
    await openFolds(page, 'roof', 'surroundings');
    const field = page.locator('.snowPct input');
    await field.pressSequentially('50 40');
    await field.press('Enter');
    await page.locator('.snowPct [role=alert]').waitFor();
    await field.fill('');
    await field.pressSequentially(MONTHS);
    await field.press('Enter');
    const said = await page.locator('.taken').innerText();
    expect(said.startsWith(line), `snow ${lang}: ${said}`);
    await settle(page);
    const digits = (text: string) => text.replace(/\D/g, '');
    const figure = await kwhOn(page);
    const table = page.locator('.months tbody tr').last().locator('td').first();
    const year = Number(digits((await table.textContent()) ?? ''));
    expect(figure === year, `snow ${lang}: one year in figure and table: ${figure}, ${year} kWh`);
    await page.waitForURL(/s=50_40_20_5_0_0_0_0_0_0_10_30/);
    await settle(page);
    await openFolds(page, 'code');
    expect(
      (await page.locator('.code pre').innerText()).includes('"snow_loss": [0.5,0.4,'),
      `snow ${lang}: its code has it`,
    );
    await expectGoodLook(page);
    await page.reload();
    expect((await page.locator('.taken').innerText()) === said, `snow ${lang}: the link keeps it`);
    await settle(page);
    expect(troubles.length === 0, `snow ${lang}: no trouble ${troubles.join('; ')}`.trimEnd());
    await page.context().close();
  }
});
