/** Contents of a configurator for its visitor: the price, the suggestion, and the stored choices. */
import { expect, type Frame, type Page } from '@playwright/test';
import fixture from '../../../fixtures/embeds.json' with { type: 'json' };
import { fill } from '../messages/format.ts';
import { wordsOf } from '../messages/messages.ts';
import { expectRefusals, test } from './test.ts';
import { goOn, tabTo, untilTrue } from './visit.ts';

const CONTACT = {
  'given-name': 'Åsa',
  'family-name': 'Ek-Östman',
  'street-address': 'Hemliga gatan 7',
  'postal-code': '72212',
  'address-level2': 'Staden',
  email: 'asa@example.com',
  tel: '0705556677',
};

test.use({ viewport: { width: 360, height: 740 } });

const words = wordsOf('sv').configurator;

test('a visitor sees one price on all steps, and a reload keeps the house and nothing of the person', async ({
  page,
  troubles,
}) => {
  await page.goto('/embedded/demo?l=sv');
  await page.getByRole('combobox').fill('59.61, 16.55');
  await page.keyboard.press('Enter');
  await page.locator('.where [role=status]', { hasText: /\S/ }).waitFor();
  // Nothing is totalled before a roof is seen.
  await expect(page.locator('.total')).toHaveCount(0);
  await goOn(page, words.roof);
  await page.getByLabel(words.panelCount).fill('24');
  await untilTrue(page, `(sessionStorage.getItem('demo') ?? '').includes('"panel_count":24')`);
  const solar = await totalOf(page);
  await page.reload();
  await page.getByText(words.near.split(' {')[0]).waitFor();
  for (const step of ['roof', 'house', 'offer'] as const) {
    await goOn(page, words[step]);
    expect(await totalOf(page)).toBe(solar);
  }
  await expect(page.locator('.offer:has(:checked) strong').first()).toHaveText(words.solar);
  const suggested = page.locator('.offer > span:has(.suggested) > strong');
  await expect(suggested).toHaveText([words.solar]);
  await page.locator('.offer').nth(1).click();
  await expect(page.locator('.total')).toContainText(words.battery);
  const battery = await totalOf(page);
  for (const step of ['house', 'roof'] as const) {
    await page.locator('footer [type=button]').click();
    await page.getByRole('heading', { level: 1, name: words[step] }).waitFor();
  }
  expect(await totalOf(page)).toBe(battery);
  for (const step of ['house', 'offer', 'contact'] as const) await goOn(page, words[step]);
  await page.getByText(words.trial).waitFor();
  for (const [name, text] of Object.entries(CONTACT))
    await page.locator(`[autocomplete=${name}]`).fill(text);
  await page.locator('[type=checkbox]').check();
  const stored = await page.evaluate<string>(
    'location.href + JSON.stringify({ ...sessionStorage, ...localStorage }) + document.cookie',
  );
  expect(stored).toContain('59.61');
  for (const text of Object.values(CONTACT)) expect(decodeURIComponent(stored)).not.toContain(text);
  await page.locator('footer [type=submit]').click();
  await page.getByText(words.trialThanks).waitFor();
  // A form of less than three seconds is refused once, as a robot's.
  expectRefusals(troubles, /\b422\b/);
});

test("all steps by keyboard on an installer's site, with an invalid token and an unavailable sink", async ({
  page,
  installer,
  troubles,
}) => {
  await page.route('**/token', (route) => route.fulfill({ json: { token: 'of yesterday' } }), {
    times: 1,
  });
  await page.goto(`${installer}/solkraft?l=sv`);
  const frame = await frameOf(page);
  const next = async () => {
    await tabTo(page, '[type=submit]', frame);
    await page.keyboard.press('Enter');
  };
  await next();
  await frame.getByText(words.needPlace).waitFor();
  await backToTop(page, frame);
  await type(page, frame, '[role=combobox]', 'vasteras');
  await frame.locator('[role=option]').first().waitFor();
  await expectLargeText(frame);
  await page.keyboard.press('Enter');
  await frame.getByText(fill(words.chosen, { place: 'Västerås' })).waitFor();
  await expect(frame.getByText(words.needPlace)).toHaveCount(0);
  await tabTo(page, '.map', frame);
  await page.keyboard.press('ArrowUp');
  await frame.getByText(fill(words.near, { place: 'Hökåsen', where: '' })).waitFor();
  await next();

  await frame.getByRole('heading', { level: 1, name: words.roof }).waitFor();
  await expectLargeText(frame);
  await tabTo(page, 'fieldset.face .tilts input', frame);
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'fieldset.face .compass input', frame);
  await page.keyboard.press('ArrowLeft');
  await type(page, frame, '.pair input[type=number]', '10');
  await next();
  await frame.getByRole('heading', { level: 1, name: words.house }).waitFor();
  await expectLargeText(frame);
  await next();
  await frame.locator('.offer').first().waitFor();
  await expect(frame.locator('.offer')).toHaveCount(3);
  await expectLargeText(frame);
  await tabTo(page, '.offer input', frame);
  await page.keyboard.press('ArrowDown');
  const savings = () => frame.locator('.offer .money span').allInnerTexts();
  const before = await savings();
  // A roof may have many panels here, too.
  await type(page, frame, '.try [type=number]', '75');
  await expect.poll(savings).not.toEqual(before);
  await expect(frame.locator('.total')).toContainText(/33(,0)? kW/);
  await next();

  await frame.getByRole('heading', { level: 1, name: words.contact }).waitFor();
  await backToTop(page, frame);
  await type(page, frame, '[autocomplete=given-name]', 'Åsa');
  await type(page, frame, '[autocomplete=family-name]', 'Ek');
  await type(page, frame, '[autocomplete=postal-code]', '722 12');
  await type(page, frame, '[type=email]', 'asa@example.com');
  await tabTo(page, '[type=checkbox]', frame);
  await page.keyboard.press('Space');
  await expectLargeText(frame);
  const refuse = {
    status: 503,
    headers: { 'retry-after': '100' },
    json: { error: { code: 'unavailable', message: '' } },
  };
  await page.route('**/leads', (route) => route.fulfill(refuse), { times: 1 });
  await next();
  const { phone } = fixture.demo.lead;
  await frame
    .locator('[role=alert]', { hasText: fill(words.notSentYet, { phone, minutes: 2 }) })
    .waitFor();
  await expect(frame.locator('[type=email]')).toHaveValue('asa@example.com');
  await next();
  await frame.getByText(words.thanksText).waitFor();
  expectRefusals(troubles, /\b(422|503)\b/);
});

test("a late init of the host page does not reset the visitor's choice", async ({
  page,
  installer,
  service,
}) => {
  const body = `window.SunOverSweden = { mount({ slug, target }) {
    const frame = document.createElement('iframe');
    frame.src = '${service}/embedded/' + slug + '?l=sv';
    frame.style = 'width: 100%; height: 640px';
    document.querySelector(target).append(frame);
  } }`;
  await page.route('**/sdk/v1.js', (route) =>
    route.fulfill({ body, contentType: 'text/javascript' }),
  );
  await page.goto(`${installer}/solkraft`);
  const frame = await frameOf(page);
  await frame.getByRole('combobox').fill('vasteras');
  await frame.locator('[role=option]').first().waitFor();
  await page.keyboard.press('Enter');
  await frame.getByText(fill(words.chosen, { place: 'Västerås' })).waitFor();
  await frame.locator('footer [type=submit]:enabled').click();
  const panels = frame.getByLabel(words.panelCount);
  await panels.fill('24');
  const prefill = { lat: 55.6, lng: 13, use_kwh: 9000, faces: [{ tilt: 45, azimuth: 90, kwp: 4 }] };
  const init = { source: 'sun-over-sweden', v: 1, id: 1, type: 'init' };
  const late = JSON.stringify({ ...init, payload: { locale: 'sv', prefill } });
  await page.evaluate(`frames[0].postMessage(${late}, '*')`);
  await frame.locator('footer [type=submit]:enabled').click();
  await expect(frame.getByLabel(words.use)).toHaveValue('9000');
  await frame.locator('footer [type=button]').click();
  await expect(panels).toHaveValue('24');
  await frame.locator('footer [type=button]').click();
  await frame.getByText(fill(words.chosen, { place: 'Västerås' })).waitFor();
});

/** The price in the line of the total, with what it is the price of. */
async function totalOf(page: Page): Promise<string> {
  return (await page.locator('.total').innerText()).split(' · ').slice(-2).join(' · ');
}

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  if (!frame) throw new Error('The page has no frame.');
  // The HTML has the heading, the script adds the form's parts.
  await frame.waitForSelector('[type=submit]');
  return frame;
}

async function backToTop(page: Page, frame: Frame): Promise<void> {
  await page.locator('iframe').focus();
  await frame.evaluate('document.querySelector("h1").focus()');
}

async function type(page: Page, frame: Frame, selector: string, value: string): Promise<void> {
  await tabTo(page, selector, frame);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(value);
}

/** Expects that the page fits its window with text of twice the size, too. */
async function expectLargeText(frame: Frame): Promise<void> {
  await frame.evaluate("document.documentElement.style.fontSize = '200%'");
  expect(
    await frame.evaluate('document.documentElement.scrollWidth - innerWidth'),
  ).toBeLessThanOrEqual(0);
  await frame.evaluate("document.documentElement.style.fontSize = ''");
}
