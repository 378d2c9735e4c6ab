import type { Page } from 'playwright-core';
import type { HouseTruth } from './house-truth.ts';

/** A part of the page about money. */
export interface MoneyPart {
  isFormer: boolean;
  /** Whether former figures are said to be such, to a screen reader too. */
  isTold: boolean;
  sentences: string[];
  /** Rows of the table, cells by column. */
  rows: string[][];
}

/** The explorer as a reader saw it from one change of its figures to the next. */
export interface Picture {
  /** Number of changes that had been made of the state. */
  step: number;
  yields: string;
  total: string;
  parts: MoneyPart[];
  /** What years save; null where it is not on the page. */
  band: MoneyPart | null;
}

/** Before the page is opened: keeps every picture that is painted, and the change that it came after. */
export const WATCH_PICTURES = `(() => {
const texts = (from, what) => Array.from(from.querySelectorAll(what), (one) => one.textContent);
const partOf = (part) => {
  if (!part) return null;
  const former = part.querySelector('.former');
  return {
    isFormer: former !== null,
    isTold: former?.getAttribute('aria-busy') === 'true' && Boolean(former.querySelector('.former-note')),
    sentences: texts(part, 'p:not(.small), .part'),
    rows: Array.from(part.querySelectorAll('tbody tr'), (row) => texts(row, 'th, td')),
  };
};
window.step = 0;
window.pictures = [];
let last = '';
const look = () => {
  requestAnimationFrame(look);
  const yields = document.querySelector('.verdict > p')?.textContent;
  if (yields === undefined) return;
  const picture = {
    step,
    yields,
    total: document.querySelector('.total')?.textContent ?? '',
    parts: Array.from(document.querySelectorAll('.verdict > div:not(.band), .money'), partOf),
    band: partOf(document.querySelector('.band')),
  };
  const now = JSON.stringify(picture);
  if (now !== last) pictures.push(picture);
  last = now;
};
requestAnimationFrame(look);
})()`;

/** Reads the pictures so far. */
export async function readPictures(page: Page): Promise<Picture[]> {
  return await page.evaluate('pictures');
}

/** Whether the last picture shows a house's figures whole. */
export function isWhole({ yields, parts }: Picture, truth: HouseTruth): boolean {
  const hasMoney = parts.length === 2 && parts.every(({ isFormer }) => !isFormer);
  return isYieldOf(yields, truth) && hasMoney && parts.every((part) => isMoneyOf(part, truth));
}

/**
 * Finds what is wrong in a picture; null if nothing is.
 * @param now figures of the state that it is a picture of
 * @param before figures of the earlier states of its place
 */
export function findFault(
  { yields, total, parts }: Picture,
  now: HouseTruth,
  before: readonly HouseTruth[],
): string | null {
  if (numbersOf(yields).length > 0 && !isYieldOf(yields, now)) return yields;
  const [kwh, sek = now.sun.savesSek] = total.includes('kWh') ? totalsOf(total) : [now.kwh];
  if (!isNear(kwh, now.kwh) || !isNear(sek, now.sun.savesSek)) return total;
  for (const part of parts) {
    const text = [...part.sentences, ...part.rows.flat()].join(' | ');
    const isRight = part.isFormer
      ? part.isTold && before.some((truth) => isMoneyOf(part, truth))
      : isMoneyOf(part, now);
    if (!isRight) return `${part.isFormer ? 'former: ' : ''}${text}`;
  }
  return null;
}

function isYieldOf(text: string, { kwh }: HouseTruth): boolean {
  return isNear(numbersOf(text)[0], kwh);
}

function totalsOf(text: string): number[] {
  return text.split('/år').flatMap(numbersOf);
}

/** A part without figures, which waits or says why there are none, is of every house. */
function isMoneyOf({ sentences, rows }: MoneyPart, truth: HouseTruth): boolean {
  const [panels, ...batteries] = rows;
  const bought = [
    ...(panels ? [[panels, truth.sun] as const] : []),
    ...batteries.map((row, at) => [row, truth.batteries[at]] as const),
  ];
  return (
    sentences.every((sentence) => isSentenceOf(sentence, truth)) &&
    bought.every(([row, { savesSek, costSek }]) => {
      const [saves, , cost] = row.slice(1).map((cell) => numbersOf(cell)[0]);
      return isNear(saves, savesSek) && cost === costSek;
    })
  );
}

function isSentenceOf(text: string, { sun, first, system }: HouseTruth): boolean {
  const found = numbersOf(text);
  if (text.startsWith('Solceller och'))
    return found[0] === system.sizeKwh && isNear(found[1], system.savesSek);
  if (text.startsWith('Solcellerna')) {
    const isPaid = text.includes('betalda');
    const isSame = isPaid ? sun.years !== null && isNear(found[1], sun.years) : sun.years === null;
    return isNear(found[0], sun.savesSek) && isSame;
  }
  if (text.startsWith('Inget batteri betalar sig på')) return first === null;
  if (text.startsWith('Ett batteri'))
    return first?.sizeKwh === found[0] && isNear(found[1], first.years);
  if (text.startsWith('Inget batteri betalar sig inom'))
    return first?.sizeKwh === found[1] && isNear(found[2], first.years);
  return true;
}

/** Years are rounded up, the API's money to the öre, and the matrix' kWh/kWp to hundredths. */
export function isNear(found: number | undefined, expected: number): boolean {
  return found !== undefined && Math.abs(found - expected) <= 1.5;
}

/** Numbers as Swedish writes them: spaces in thousands, a comma before tenths. */
export function numbersOf(text: string): number[] {
  const numbers = text.match(/−?\d[\d\u00a0\u202f]*(,\d+)?/g) ?? [];
  return numbers.map((number) =>
    Number(
      number
        .replace(/[\u00a0\u202f]/g, '')
        .replace(',', '.')
        .replace('−', '-'),
    ),
  );
}
