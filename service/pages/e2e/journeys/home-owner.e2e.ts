import { expect, type Page } from '@playwright/test';
import { describeIn, expectGoodLook, test } from '../test.ts';
import { openFolds, settle } from '../visit.ts';
import { JOURNEYS } from '../windows.ts';

describeIn(JOURNEYS, () => {
  test('a home owner finds the house, sets the roof, counts interest and shares the link', async ({
    page,
    language,
  }) => {
    await page.goto(`/?l=${language}`);
    await settle(page);

    await page.getByRole('combobox').first().fill('Fallun');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.waitForURL(/lat=60\.6/);
    await settle(page);
    const small = await verdictOn(page);
    await openFolds(page, 'roof');
    await page.locator('.roof .pair [type=number]').first().fill('14');
    await page.waitForURL(/_6.16&/);
    await settle(page);
    expect(await verdictOn(page)).not.toBe(small);

    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await openFolds(page, 'economy');
    await page.locator('.economy [type=number]').nth(2).fill('4');
    await page.waitForURL(/rate=4&/);
    await settle(page);
    const verdict = await verdictOn(page);
    expect(verdict).toMatch(/4\s?%/);
    // An assumption about the years asks for nothing.
    expect(requests.filter((url) => !url.includes('/assets/'))).toEqual([]);
    await expectGoodLook(page);

    await page.reload();
    await settle(page);
    expect(await verdictOn(page)).toBe(verdict);
  });
});

/** Sentence and range, which comes a little later. */
async function verdictOn(page: Page): Promise<string> {
  await page.locator('.band p').last().waitFor();
  await settle(page);
  return (await page.locator('.verdict').innerText()).replace(/\s+/g, ' ');
}
