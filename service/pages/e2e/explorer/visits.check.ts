import type { Checked } from '../check.ts';
import { IS_WHOLE, visit } from '../visit.ts';

/** A phone network or a school: visits of one address within a minute, of which the eleventh once had no yield. */
const VISITS = IS_WHOLE ? 30 : 12;
const AT_A_TIME = 3;
/** The visits that the limit once let through in a minute. */
const FORMER_LIMIT = 10;

/** Visits of one address are all whole: yield and money are there in each. */
export async function checkVisits({ browser, base, expect }: Checked): Promise<void> {
  const { page: first } = await visit(browser, base, { viewport: { width: 360, height: 780 } });
  const context = first.context();
  const startMs = Date.now();
  let begun = 0;
  let whole = 0;
  let inMinute = 0;
  const lane = async () => {
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send('Network.setCacheDisabled', { cacheDisabled: true });
    while (begun < VISITS) {
      if (Date.now() - startMs < 60_000) inMinute++;
      await page.goto(`${base}/?lat=59.33&lng=18.07&f=27_180_${++begun}&l=sv`);
      await page.locator('.yield .figure').waitFor();
      await page.locator('.verdict .small').waitFor();
      const said = await page.locator('.verdict').innerText();
      if (/ger [\d\s]+ kWh.*elkostnaden med [\d\s]+ kr/s.test(said)) whole++;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  expect(whole === VISITS, `visits of one address: ${whole} of ${VISITS} are whole`);
  expect(inMinute > FORMER_LIMIT, `${inMinute} of them began within a minute`);
  await context.close();
}
