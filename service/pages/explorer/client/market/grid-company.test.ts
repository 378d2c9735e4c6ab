import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInForce } from '#engine/tariff/in-force.ts';
import areas from '../../../../../fixtures/market/grid-areas.json' with { type: 'json' };
import gridTariffs from '../../../../../fixtures/market/grid-tariffs.json' with { type: 'json' };
import type { GridTariff } from '../../../../../schemas/types.ts';
import en from '../../../messages/en.json' with { type: 'json' };
import { describeList, proposedList } from './grid-company.tsx';

function described(id: string, day = '2026-11-28'): string {
  const list = (gridTariffs.lists as GridTariff[]).find((one) => one.id === id);
  assert.ok(list, id);
  return describeList(list, en.earnings, { lang: 'en', fuseA: 25 }, day);
}

test('a list without fees does not say that they are included', () => {
  const text = described('malarenergi-2026b');
  assert.doesNotMatch(text, /are included/);
  assert.match(text, /energy fee: the usual grid fee counts\. It does not state its fixed fee/);
  assert.match(text, /In force from 2026-07-01\. Source: /);
  assert.match(described('jamtkraft-2026'), /No power charge\. Other grid fees are included\./);
});

test('a list says what it pays for sold power, or that the median counts', () => {
  assert.match(described('vattenfall-e4-2026'), /are included\. It pays 10\.4 öre per kWh sold\./);
  assert.match(described('nacka-2025'), /^Effekt: .* is not stated: the median/);
});

test('a list that is over says so, and no sentence ends twice', () => {
  assert.match(
    described('btea-2025'),
    /from 2025-10-01 to 2026-09-30\. It is not in force today\./,
  );
  assert.doesNotMatch(described('btea-2025', '2026-09-30'), /not in force/);
  for (const { id } of gridTariffs.lists) assert.doesNotMatch(described(id), /\.\./, id);
});

test('a company is proposed in the municipality that its name or its area has', () => {
  const lists = gridTariffs.lists as GridTariff[];
  const day = '2026-11-28';
  const proposedIn = (municipality: string) =>
    proposedList(
      lists.filter((list) => isInForce(list, day)),
      municipality,
    )?.id;
  for (const [municipality, id] of [
    ['Borås', 'boras-2025'],
    ['Göteborgs stad', 'goteborg-gnm63-2026'],
    ['Karlskrona kommun', 'affarsverken-2025'],
    ['Heby kommun', 'salaheby-2025'],
    ['Malung-Sälens kommun', 'malung-2025'],
    ['Falu kommun', 'falu-2025'],
    ['Gotland', 'gotland-e4-2025'],
    ['Västerås', 'malarenergi-2026b'],
    ['Östersunds kommun', 'jamtkraft-2026'],
    ['Eslövs kommun', 'kraftringen-2025'],
    ['Leksands kommun', 'dala-2025'],
    ['Nykvarns kommun', 'telge-2025'],
    ['Stockholms kommun', undefined],
  ] as const)
    assert.equal(proposedIn(municipality), id, municipality);
});

test('every company with an area has a price list', () => {
  const companies = new Set(gridTariffs.lists.map(({ company }) => company));
  for (const company of Object.keys(areas)) assert.ok(companies.has(company), company);
});
