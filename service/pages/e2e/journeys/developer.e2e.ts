import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { wordsOf } from '../../messages/messages.ts';
import { runCode } from '../run-code.ts';
import { describeIn, test } from '../test.ts';
import { SHOWN_DEMO } from '../visit.ts';
import { JOURNEYS } from '../windows.ts';

describeIn(JOURNEYS, () => {
  test('a developer goes from the first page to a simulation of their own', async ({
    page,
    language,
  }) => {
    const { site } = wordsOf(language);
    await page.goto(`/?l=${language}`);
    await follow(page, site.developers);
    await page.getByLabel('Python').check();
    const code = page.locator('.copied.in-python').nth(1);
    await code.getByRole('button').click();
    await code.getByRole('button', { name: site.copied }).waitFor();
    const text = await code.locator('pre').innerText();
    const printed = JSON.parse(await runCode('python', text, new URL(page.url()).origin));
    const shown = await page.locator('#house ~ .call .answer pre').innerText();
    expect(printed).toEqual(JSON.parse(shown));

    await follow(page, site.sdk);
    await page.locator(SHOWN_DEMO).waitFor();

    await follow(page, site.api);
    // By words of its operation, its path and its text.
    await page.getByRole('searchbox').fill('postSimulation battery soc_min charge');
    await page.locator('#search a').first().click();
    const field = `/docs/api/postSimulation?l=${language}#body.battery.soc_min`;
    await page.waitForURL((url) => url.href.endsWith(field));
    await expect(page.locator(':target')).toBeInViewport();

    await follow(page, site.data);
    const file = page.getByRole('link', { name: 'pv-yield.bin' });
    const content = await (await page.request.get((await file.getAttribute('href')) ?? '')).body();
    const sha256 = createHash('sha256').update(content).digest('hex');
    await expect(page.locator('#download')).toContainText(sha256);
  });
});

async function follow(page: Page, name: string): Promise<void> {
  await page.locator('header').getByRole('link', { name, exact: true }).first().click();
  await page.waitForLoadState('load');
}
