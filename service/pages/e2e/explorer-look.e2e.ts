/** Requirements of the explorer's look: how much it shows, how high it is, where the answer ends. */
import { expect, type Page, type Request } from '@playwright/test';
import { test } from './test.ts';
import { settle } from './visit.ts';

/**
 * A window, the most that it shows, where its answer ends, and widths with the same form. Lengths in CSS px. On a phone
 * the drawn house is between the verdict and the systems, which end with the window.
 */
const WINDOWS = [
  {
    width: 390,
    height: 844,
    pagePx: 3200,
    ends: { verdict: 640, systems: 844 },
    alike: [390, 768, 900],
  },
  {
    width: 1366,
    height: 900,
    // The map of the country is open below the form.
    pagePx: 2300,
    ends: { verdict: 450, systems: 450 },
    alike: [1024, 1366],
  },
] as const;

/** Height of the drawn house with its arrows on a phone, px. */
const MOST_PICTURE_PX = 220;

/** The picture's arrows, the split of the savings and the year of the prices are among them. */
const MOST_WORDS = 390;
const MOST_CONTROLS = 17;

/** Script and style that the page names, compressed: all that it loads before it computes anything. */
const MOST_BYTES = 31_285;

/** Loads after that as long as nothing is changed or opened, compressed. */
const MOST_LATER_BYTES = 60_000;

/**
 * Counts what is seen above the map and the folds at the end of the page. A group of radio buttons is one control, as it is for the
 * Tab key. The handle of a closed fold is not counted, nor what is in it.
 */
const COUNT = `(() => {
  const end = document.querySelector('.country');
  const isAbove = (element) => end.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
  const isSeen = (element) => element.checkVisibility() && !element.closest('.hidden') && isAbove(element);
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  let words = 0;
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement.closest('select') && isSeen(parentElement))
      words += (textContent.match(/[\\p{L}\\p{N}]\\S*/gu) ?? []).length;
  }
  const controls = [...document.querySelectorAll('main :is(a[href], button, input, select, textarea)')]
    .filter(isSeen)
    .map(({ type, name }, index) => (type === 'radio' ? name : index));
  return {
    words,
    controls: new Set(controls).size,
    widthPx: document.documentElement.scrollWidth,
    pagePx: document.documentElement.scrollHeight,
    verdictPx: Math.round(document.querySelector('.decision').getBoundingClientRect().bottom),
    systemsPx: Math.round(document.querySelector('.systems-choice').getBoundingClientRect().bottom),
    picturePx: document.querySelector('.house-picture').getBoundingClientRect().height,
    surePx: Math.round(document.querySelector('.band').getBoundingClientRect().bottom),
    cardsFit: [...document.querySelectorAll('.option')].every((one) => one.scrollWidth <= one.clientWidth),
    topsPx: ['h1', '[role=combobox]', '.verdict'].map((one) => document.querySelector(one).getBoundingClientRect().top),
  };
})()`;

interface Counted {
  words: number;
  controls: number;
  widthPx: number;
  pagePx: number;
  /** Bottom edges of the verdict's sentence, of the systems to choose from, and of how sure it is. */
  verdictPx: number;
  systemsPx: number;
  surePx: number;
  picturePx: number;
  cardsFit: boolean;
  /** Upper edges of the title, the field for the place, and the verdict. */
  topsPx: number[];
}

for (const lang of ['sv', 'en'])
  for (const { width, height, pagePx, ends, alike } of WINDOWS)
    test(`words, controls and heights at ${width} px, ${lang}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openWhole(page, `l=${lang}`);
      const counted: Counted = await page.evaluate(COUNT);
      expect.soft(counted.words).toBeLessThanOrEqual(MOST_WORDS);
      expect.soft(counted.controls).toBeLessThanOrEqual(MOST_CONTROLS);
      expect.soft(counted.widthPx).toBe(width);
      expect.soft(counted.pagePx).toBeLessThanOrEqual(pagePx);
      expect.soft(counted.verdictPx).toBeLessThanOrEqual(ends.verdict);
      expect.soft(counted.systemsPx).toBeLessThanOrEqual(ends.systems);
      if (width === 390) expect.soft(counted.picturePx).toBeLessThanOrEqual(MOST_PICTURE_PX);
      expect.soft(counted.cardsFit).toBe(true);
      // On a wide window the verdict is next to the form.
      if (width > 960) expect.soft(counted.surePx).toBeLessThanOrEqual(height);
      else expect.soft(counted.topsPx).toEqual(counted.topsPx.toSorted((a, b) => a - b));
      if (lang === 'sv') for (const each of alike) await expectUncovered(page, each);
    });

/** A link that sets all assumptions. */
const EVERYTHING = `lat=59.33&lng=18.07&f=27_180_10~27_90_4&s=60_50_20_0_0_0_0_0_0_0_10_40&hz=0_0_5_10_15_10_5_0&loss=16\
&use=18000&ev=40&level=-25&rise=2&rate=3&fee=31&peak=45&inv=15000&invyear=12&service=1000&life=30&o=2&p=17000&b=3000&bf=5000&sys=10`;

test('the answer prints on one sheet, whatever is set', async ({ page }) => {
  for (const query of ['l=sv', `${EVERYTHING}&l=sv`, `${EVERYTHING}&l=en`]) {
    await page.emulateMedia({ media: null });
    await openWhole(page, query);
    await expectOneSheet(page);
  }
});

test('the first load is not heavier than it was', async ({ request }) => {
  const html = await (await request.get('/?l=sv')).text();
  const files = namedFiles(html);
  let bytes = 0;
  for (const file of files) {
    const answer = await request.get(file);
    expect(answer.headers()['content-encoding']).toBe('br');
    bytes += Number(answer.headers()['content-length']);
    // The page names the imports of a script, too.
    for (const [, name] of (await answer.text()).matchAll(/\b(?:from|import) ?"\.\/([^"]+)"/g))
      expect(files).toContain(`/assets/${name}`);
  }
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test('the worker and its data are loaded at the first sign of a visitor', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  const answer = await page.goto('/?l=sv');
  const files = ['/', ...namedFiles((await answer?.text()) ?? '')];
  await settle(page);
  await page.locator('.country .map-outline').waitFor();
  await page.waitForLoadState('networkidle');
  const pathOf = (request: Request) => new URL(request.url()).pathname;
  const later = requests.filter((request) => !files.includes(pathOf(request)));
  const sizes = await Promise.all(later.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  expect(bytes).toBeLessThanOrEqual(MOST_LATER_BYTES);
  expect(requests.map(pathOf).filter((path) => /worker|^\/data\//.test(path))).toEqual([]);
  const prices = page.waitForRequest(/\/data\/prices-/);
  const yields = page.waitForRequest(/\/data\/pv-yield/);
  await page.keyboard.press('Tab');
  await Promise.all([prices, yields]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('verdict, months and costs are shown, without what needs a script', async ({ page }) => {
    for (const query of ['l=sv', `${EVERYTHING}&l=sv`]) {
      // While the service computes for another page, a link comes without figures.
      await expect(async () => {
        await page.goto(`/?${query}`);
        await expect(page.locator('.verdict .word')).toHaveText(/\S/, { timeout: 100 });
      }).toPass();
      await expect(page.locator('.option')).toHaveCount(2);
      await expect(page.locator('.flow b').first()).toHaveText(/\d kWh/);
      await expect(page.locator('.band .range p').first()).toHaveText(/\d år/);
      await expect(page.locator('.months .month')).toHaveCount(12);
      await expect(page.locator('.systems tbody tr', { hasText: 'Betalt på' })).toHaveText(/\d/);
      for (const scripted of await page.locator('.form, .fold, main button').all())
        await expect(scripted).toBeHidden();
      await expect(page.locator('noscript p')).toContainText('Utan JavaScript');
    }
  });
});

/** Lists the scripts and styles that a page asks for. */
function namedFiles(html: string): string[] {
  return Array.from(
    html.matchAll(/ (?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g),
    ([, file]) => file,
  );
}

/** Opens the explorer, and waits until the months and the range are drawn. */
async function openWhole(page: Page, query: string): Promise<void> {
  await page.goto(`/?${query}`);
  await settle(page);
  await page.locator('.months .part-1').first().waitFor({ state: 'attached' });
  await page.locator('.band .sure').waitFor();
}

/** Expects that the page prints on one A4, with the address of what is on it. */
async function expectOneSheet(page: Page): Promise<void> {
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.address')).toHaveText(/\/\?lat=59\.33&lng=18\.07&f=27_180_10/);
  for (const part of ['.form', '.verdict .word', '.option', '.months svg', '.systems'])
    await expect(page.locator(part).first()).toBeVisible();
}

/** Opens each row of the form at a width, and expects that nothing covers a focused field. */
async function expectUncovered(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await expectFieldsUncovered(page, width);
  for (const row of await page.locator('.form-row > summary').all()) {
    await row.click();
    await expectFieldsUncovered(page, width);
  }
}

/** Focuses each visible field of the form, and expects to find it in its middle. */
async function expectFieldsUncovered(page: Page, width: number): Promise<void> {
  const fields = page.locator('.form :is([role=combobox], [type=number]):visible');
  for (const field of await fields.all()) {
    await field.focus();
    const covering = await field.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return found === element ? '' : found?.outerHTML.slice(0, 80);
    });
    expect.soft(covering, `at ${width} px`).toBe('');
  }
}
