import { wordsOf } from '../../shared/words.ts';
import type { HouseTruth } from './house-truth.ts';
import { isNear, type MoneyPart, numbersOf, type Picture } from './pictures.ts';

const WORDS = wordsOf('sv').earnings;

/** The states of which a picture may show figures. */
export interface Truths {
  now: HouseTruth;
  /** The earlier ones of its place. */
  before: readonly HouseTruth[];
  /** The variant that is kept beside it; null if none is. */
  kept: HouseTruth | null;
}

/** Finds what is wrong in the band and the variants of a picture; null if nothing is. */
export async function findLaterFault(picture: Picture, truths: Truths): Promise<string | null> {
  const { band, variants } = picture;
  const [sentence = ''] = band?.sentences ?? [];
  if (band && sentence && !(await isOfSome(band, truths, (one) => isBandOf(sentence, one))))
    return `band${band.isFormer ? ' (former)' : ''}: ${sentence}`;
  if (!variants) return null;
  const [a, b] = [1, 2].map((at) => readColumn(variants, at));
  const isKept = truths.kept !== null && (await isColumnOf(a, truths.kept));
  if (!isKept) return `variant A: ${[...a.values()].join(' | ')}`;
  const isOwn = await isOfSome(variants, truths, (one) => isColumnOf(b, one));
  return isOwn ? null : `variant B: ${[...b.values()].join(' | ')}`;
}

/** Whether a part is all of the picture's state; a former one, which is told, of one state before. */
async function isOfSome(
  { isFormer, isTold }: MoneyPart,
  { now, before }: Truths,
  isOf: (truth: HouseTruth) => Promise<boolean>,
): Promise<boolean> {
  if (!isFormer) return await isOf(now);
  for (const truth of before.toReversed()) if (await isOf(truth)) return isTold;
  return false;
}

async function isBandOf(text: string, truth: HouseTruth): Promise<boolean> {
  const size = Number(/batteri på (\d+) kWh/.exec(text)?.[1] ?? 0);
  if (size !== truth.system.sizeKwh) return false;
  const { savings_sek, payback } = await truth.readRange();
  const [saves = '', paid = ''] = text.split(' kr');
  const [low, high] = numbersOf(saves).slice(-2);
  const years = [payback?.years.p10, payback?.years.p90].flatMap((one) => one ?? []);
  const said = numbersOf(/Betalt på (.*)/.exec(paid)?.[1] ?? '');
  return (
    isNear(low, savings_sek.p90) &&
    isNear(high, savings_sek.p10) &&
    years.every((one, at) => isNear(said[at], one))
  );
}

/** The cells of one variant by the names of their rows. */
function readColumn({ rows }: MoneyPart, at: number): Map<string, string> {
  return new Map(rows.map((cells) => [cells[0], cells[at]]));
}

/** Figures that are awaited or unknown are of every house. */
async function isColumnOf(column: Map<string, string>, truth: HouseTruth): Promise<boolean> {
  const numbers = (row: string) => numbersOf(column.get(row) ?? '');
  const isOf = (row: string, expected: number) =>
    numbers(row).length === 0 || isNear(numbers(row)[0], expected);
  const { savesSek, netSek } = truth.system;
  if (!isOf(WORDS.tableSaves, savesSek) || !isOf(WORDS.netCost, netSek)) return false;
  const band = numbers(WORDS.rangeAll);
  if (band.length === 0) return true;
  const { p90, p10 } = (await truth.readRange()).savings_sek;
  return isNear(band[0], p90) && isNear(band[1], p10);
}
