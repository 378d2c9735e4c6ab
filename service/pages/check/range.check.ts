import type { Checked } from './check.ts';
import { axeFaults, COMPUTED, isTooWide, settle, visit } from './visit.ts';

/** A battery of this price pays back within its warranty. */
const PLACE = '?lat=57.7&lng=11.97&f=35_180_8&b=2500';

/** The explorer's band of what years may bring: drawn by the engine here, at every width, in both languages. */
export async function checkRange({ browser, base, expect }: Checked): Promise<void> {
  const { page, troubles } = await visit(browser, base, { viewport: { width: 1280, height: 900 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const [lang, said] of [
    [
      'en',
      /With a battery of \d+ kWh you save between [\d,]+ and [\d,]+ SEK in eight years out of ten/,
    ],
    ['sv', /Med ett batteri på \d+ kWh sparar du mellan [\d\s]+ och [\d\s]+ kr åtta år av tio/],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${base}/${PLACE}&l=${lang}`);
    const band = page.locator('.year-range');
    await band.waitFor();
    const text = await band.locator('p').first().innerText();
    expect(said.test(text), `the range: ${text}`);
    expect((await band.locator('rect').count()) === 5, 'a band and a bar for each driver');
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height: 800 });
      expect(!(await isTooWide(page)), `the range ${lang}: fits ${width} px`);
      const room = await band.locator('svg').boundingBox();
      expect(room !== null && room.x + room.width <= width, `its drawing fits ${width} px`);
    }
    const faults = await axeFaults(page);
    expect(Object.keys(faults).length === 0, `the range: axe ${JSON.stringify(faults)}`);
  }
  await page.getByText(COMPUTED).waitFor();
  asked.length = 0;
  await page.getByLabel('Elanvändning').first().focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await settle(page);
  const calls = asked.filter((url) => !url.includes('/assets/'));
  expect(calls.length === 0, `a slider asks for nothing: ${calls.join(' ')}`);
  expect(troubles.length === 0, `the range: no trouble ${troubles.join('; ')}`.trimEnd());
  await page.context().close();
}
