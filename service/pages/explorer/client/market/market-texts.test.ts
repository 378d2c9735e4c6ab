import assert from 'node:assert/strict';
import { test } from 'node:test';
import deduction from '../../../../../fixtures/market/green-deduction.json' with { type: 'json' };
import gridTariffs from '../../../../../fixtures/market/grid-tariffs.json' with { type: 'json' };
import tariffs from '../../../../../fixtures/market/tariffs.json' with { type: 'json' };
import english from '../../../../../fixtures/market/texts-en.json' with { type: 'json' };
import swedish from '../../../../../fixtures/market/texts-sv.json' with { type: 'json' };
import type { GridTariff } from '../../../../../schemas/types.ts';
import { LANGUAGES } from '../../../messages/messages.ts';
import { translateList, translateText } from './market-texts.ts';

/** Words that no text in the other language has. Names of files and tables are left out. */
const FOREIGN = {
  sv: /\b(the|of|and|with|is|are|were|not|after|inferred|fuse|single|charge|price page|hog)\b/i,
  en: /(?<!\p{L})(och|för|av|med|är|inte|\p{L}*(?:effekt|taxa)|säkring|vinter|sommar|natt|dag|låg|hög\p{L}*|hog|maj|okt|abonnemang|året|bas|alternativ|(?:effekt|tid|säkring|normal)s?tariff)(?!\p{L})/iu,
};

const record = tariffs.records[tariffs.records.length - 1];

/** Prices and rules of the page that have a source. */
const RULES = [
  ...[record.grid_fee, record.power_charge, record.energy_tax, record.supplier_markup, record.vat],
  ...[record.grid_benefit, record.export_fee, deduction.turnkey_share_permille],
  ...[deduction.cap_sek_per_person_year, deduction.records[deduction.records.length - 1]],
];

/** Texts of the market that pages show. Names of companies have no English form. */
function shownTexts(lang: 'sv' | 'en'): string[] {
  const lists = (gridTariffs.lists as GridTariff[]).map((list) => translateList(list, lang));
  return [
    ...lists.flatMap(({ company, product, power, notes = '', source }) => [
      ...[lang === 'sv' ? company : '', product, notes, source[0]],
      ...power.map(({ name }) => name),
    ]),
    ...RULES.map((part) => translateText(part.source, lang)),
  ];
}

for (const lang of LANGUAGES)
  test(`every text of the market that pages show is in their language: ${lang}`, () => {
    for (const text of shownTexts(lang)) assert.doesNotMatch(text, FOREIGN[lang]);
  });

test('every translation is of a text that the market has', () => {
  const market = JSON.stringify([gridTariffs, tariffs, deduction]);
  for (const text of [...Object.keys(swedish), ...Object.keys(english)])
    assert.ok(market.includes(JSON.stringify(text).slice(1, -1)), text);
  for (const { notes } of gridTariffs.lists as GridTariff[])
    assert.ok(!notes || Object.hasOwn(swedish, notes), notes);
});
