import type { CDPSession } from 'playwright-core';
import { onSlowPhone, type Painted, paintedOn, WATCH_PAINT } from '../budgets.ts';
import type { Checked, Measured } from '../check.ts';
import { settle, visit, WIDTHS } from '../visit.ts';

const PAGES = {
  'the first page': '?l=sv',
  'a link': '?lat=59.61&lng=16.55&f=27_100_5~27_280_5&l=sv',
} as const;

/** Most that is on the wire until the verdict is read, and until a link's money, which the worker computes. */
const MOST_KB = 90;
/**
 * A link's money has no service behind it: page, worker with the engine, prices and yields come first. 171 kB were
 * measured, 48 of them head and index of the yields; half of the worker alone would be too much for 90.
 */
const MOST_MONEY_KB = 174;

/** One visit of somebody who was never here, by a slow phone on a slow line. */
interface SlowVisit extends Painted {
  /** Sentences of the verdict in the HTML, and when the script has its own. */
  said: string;
  drawn: string;
  /** Kilobytes that had come at the first picture, and when the money was there. */
  firstKb: number;
  moneyKb: number;
}

/** The verdict is in the first picture, nothing larger comes later, and the script's own figures say the same. */
export async function checkFirstVerdict(checked: Measured): Promise<void> {
  for (const width of WIDTHS)
    for (const name of ['the first page', 'a link'] as const) await judge(checked, width, name);
  await checkWithoutScript(checked);
}

async function judge(checked: Measured, width: number, name: keyof typeof PAGES): Promise<void> {
  const { expect } = checked;
  const slow = await visitSlowly(checked, width, PAGES[name]);
  const { said, drawn, firstKb, moneyKb, fcpMs, lcpMs, shift } = slow;
  const at = `${name} at ${width} px, 400 kbit/s, a quarter of a processor`;
  const isLink = name === 'a link';
  expect(
    isLink ? /^Taket ger [\d\s]+ kWh om året\./.test(said) : drawn === said,
    `${at}: the HTML says ${said}`,
  );
  expect(
    !isLink || drawn.startsWith(said.slice(0, said.indexOf('.') + 1)),
    `${at}: so does the script: ${drawn}`,
  );
  checked.time(fcpMs, 2000, `${at}: its verdict is read`);
  expect(firstKb <= MOST_KB, `${at}: ${firstKb} kB of ${MOST_KB} until then`);
  checked.time(lcpMs - fcpMs, 300, `${at}: from that to the largest paint`);
  expect(shift <= 0.02, `${at}: what moves by itself is ${shift.toFixed(3)} of 0.02`);
  if (!isLink) return;
  expect(
    moneyKb <= MOST_MONEY_KB,
    `${at}: money by the worker after ${moneyKb} kB of ${MOST_MONEY_KB}`,
  );
}

async function visitSlowly(
  { browser, base }: Checked,
  width: number,
  query: string,
): Promise<SlowVisit> {
  const { page } = await visit(browser, base, { viewport: { width, height: 780 } });
  await page.addInitScript({ content: WATCH_PAINT });
  const line = await onSlowPhone(page);
  const readKb = countKb(line);
  await page.goto(`${base}/${query}`);
  const said = await verdictOf(base, query);
  await settle(page);
  // The band comes a moment later, and the HTML has none.
  const sentences = await page.locator('.verdict > :not(.band)').allInnerTexts();
  const painted = await paintedOn(page);
  const [firstKb, moneyKb] = [painted.fcpMs, painted.answerMs].map(readKb);
  await page.context().close();
  return { ...painted, said, drawn: plain(sentences.join(' ')), firstKb, moneyKb };
}

/** Counts what comes over the line. @returns a function that gives the kilobytes until some ms after the page was asked for */
function countKb(line: CDPSession): (ms: number) => number {
  let startS = Number.NaN;
  const come: { atS: number; bytes: number }[] = [];
  line.on('Network.requestWillBeSent', ({ type, timestamp }) => {
    if (type === 'Document' && Number.isNaN(startS)) startS = timestamp;
  });
  line.on('Network.dataReceived', ({ timestamp, encodedDataLength }) => {
    come.push({ atS: timestamp, bytes: encodedDataLength });
  });
  line.on('Network.responseReceived', ({ timestamp, response }) => {
    come.push({ atS: timestamp, bytes: response.encodedDataLength });
  });
  return (ms) => {
    const until = come.filter(({ atS }) => 1000 * (atS - startS) <= ms);
    return Math.round(until.reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10;
  };
}

/** Whoever runs no script reads the default roof's verdict. */
async function checkWithoutScript({ browser, base, expect }: Checked): Promise<void> {
  for (const [lang, words] of [
    ['sv', /Taket ger [\d\s]+ kWh om året\..*batteri/s],
    ['en', /The roof yields [\d,]+ kWh a year\..*battery/s],
  ] as const) {
    const { page } = await visit(browser, base, { javaScriptEnabled: false });
    await page.goto(`${base}/?l=${lang}`);
    const said = await page.locator('.verdict').innerText();
    expect(words.test(said), `without a script, ${lang}: ${said.replaceAll('\n', ' ')}`);
    expect(words.test(await verdictOf(base, `?l=${lang}`)), `its text is in the HTML, ${lang}`);
    await page.context().close();
  }
}

/** The sentences in the HTML that the service sends. */
async function verdictOf(base: string, query: string): Promise<string> {
  const html = await (await fetch(`${base}/${query}`)).text();
  return plain(/<section class="verdict"[^>]*>(.*?)<\/section>/s.exec(html)?.[1] ?? '');
}

/** Text without its tags; a no-break space is one, however it is written. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}
