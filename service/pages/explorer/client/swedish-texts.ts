import texts from '../../../../fixtures/market/texts-sv.json' with { type: 'json' };
import type { GridTariff } from '../../../../schemas/types.ts';

const SWEDISH = new Map(Object.entries(texts));

/** Words in brackets. */
const BRACKETS = /(?<=\()[^()]+(?=\))/g;

/** The Swedish form of a text of the market records, or of its brackets. A text that has none stays. */
export function inSwedish(text: string): string {
  return SWEDISH.get(text) ?? text.replace(BRACKETS, (words) => SWEDISH.get(words) ?? words);
}

/** A price list with its texts in Swedish. */
export function swedishList(list: GridTariff): GridTariff {
  const { company, product, source, notes } = list;
  const [first, ...others] = source.map(inSwedish);
  return {
    ...list,
    company: inSwedish(company),
    product: inSwedish(product),
    source: [first, ...others],
    ...(notes === undefined ? {} : { notes: inSwedish(notes) }),
  };
}
