import english from '../../../../../fixtures/market/texts-en.json' with { type: 'json' };
import swedish from '../../../../../fixtures/market/texts-sv.json' with { type: 'json' };
import type { GridTariff } from '../../../../../schemas/types.ts';
import type { Language } from '../../../messages/messages.ts';

const TEXTS: Record<Language, ReadonlyMap<string, string>> = {
  sv: new Map(Object.entries(swedish)),
  en: new Map(Object.entries(english)),
};

const BRACKETS = /(?<=\()[^()]+(?=\))/g;

/** Finds the form that a text of the market records, or its brackets, have in a language. A text that has none stays. */
export function translateText(text: string, lang: Language): string {
  const texts = TEXTS[lang];
  return texts.get(text) ?? text.replace(BRACKETS, (words) => texts.get(words) ?? words);
}

/** Translates the texts of a price list. */
export function translateList(list: GridTariff, lang: Language): GridTariff {
  const { company, product, power, source, notes } = list;
  const translate = (text: string) => translateText(text, lang);
  const [first, ...others] = source.map(translate);
  return {
    ...list,
    company: translate(company),
    product: translate(product),
    power: power.map((charge) => ({ ...charge, name: translate(charge.name) })),
    source: [first, ...others],
    ...(notes === undefined ? {} : { notes: translate(notes) }),
  };
}
