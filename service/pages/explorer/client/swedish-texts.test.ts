import assert from 'node:assert/strict';
import { test } from 'node:test';
import gridTariffs from '../../../../fixtures/market/grid-tariffs.json' with { type: 'json' };
import tariffs from '../../../../fixtures/market/tariffs.json' with { type: 'json' };
import texts from '../../../../fixtures/market/texts-sv.json' with { type: 'json' };
import type { GridTariff } from '../../../../schemas/types.ts';
import { inSwedish, swedishList } from './swedish-texts.ts';

/** Words that no Swedish text has. Names of files and tables are left out. */
const ENGLISH =
  /\b(the|of|and|with|is|are|were|not|after|inferred|fuse|single|charge|price page)\b/i;

test('every text of the market that Swedish pages show has a Swedish form', () => {
  const lists = (gridTariffs.lists as GridTariff[]).map(swedishList);
  const record = tariffs.records[tariffs.records.length - 1];
  const shown = lists.flatMap(({ company, product, source, notes = '' }) => [
    company,
    product,
    source[0],
    notes,
  ]);
  for (const text of [
    ...shown,
    ...[record.grid_fee, record.power_charge].map(({ source }) => inSwedish(source)),
  ])
    assert.doesNotMatch(text, ENGLISH);
});

test('every Swedish form is of a text that the market has', () => {
  const market = JSON.stringify([gridTariffs, tariffs]);
  for (const english of Object.keys(texts))
    assert.ok(market.includes(JSON.stringify(english).slice(1, -1)), english);
  for (const { notes } of gridTariffs.lists as GridTariff[])
    assert.ok(!notes || Object.hasOwn(texts, notes), notes);
});
