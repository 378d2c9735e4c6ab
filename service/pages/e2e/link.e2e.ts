import { expectGoodLook, test } from './test.ts';
import { visit } from './visit.ts';

const PHONE = { viewport: { width: 320, height: 800 } };

/** Links that ask for what the page does not take, and the address that the page then has. */
const LINKS: [query: string, address: string][] = [
  ['f=27_180_99999', 'f=27_180_1000'],
  ['lat=59.61&lng=16.55&use=-5', 'use=0'],
  ['lat=67', 'lat=59.33&lng=18.07'],
];

test('a link with values out of bounds: one notice, and a corrected address', async ({
  checked: { browser, base, expect },
}) => {
  for (const lang of ['sv', 'en']) {
    const { page, troubles } = await visit(browser, base, PHONE);
    for (const [query, address] of LINKS) {
      await page.goto(`${base}/?${query}&l=${lang}`);
      await page.waitForSelector('.roof');
      const said = await page.locator('#told[role=status]').innerText();
      await page.waitForURL((url) => url.search.includes(address));
      expect(true, `link ${lang}: the address has ${address}: ${said}`);
    }
    await expectGoodLook(page);
    await page.reload();
    await page.waitForSelector('.roof');
    expect((await page.locator('#told').count()) === 0, `link ${lang}: the new address is whole`);
    const title = await page.title();
    expect(/^Stockholm: .*kWh/.test(title), `link ${lang}: its title is ${title}`);
    expect(troubles.length === 0, `link ${lang}: no trouble ${troubles.join('; ')}`.trimEnd());
    await page.context().close();
  }
});
