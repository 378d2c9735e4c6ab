import type { HouseTruth } from './house-truth.ts';
import { isNear, type MoneyPart, numbersOf, type Picture } from './pictures.ts';

/** The states of which a picture may show figures. */
export interface Truths {
  now: HouseTruth;
  /** The earlier ones of its place. */
  before: readonly HouseTruth[];
}

/** Finds what is wrong in the band of a picture; null if nothing is. */
export async function findLaterFault(picture: Picture, truths: Truths): Promise<string | null> {
  const { band } = picture;
  const sentence = (band?.sentences ?? []).join(' ');
  if (band && sentence && !(await isOfSome(band, truths, (one) => isBandOf(sentence, one))))
    return `band${band.isFormer ? ' (former)' : ''}: ${sentence}`;
  return null;
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
