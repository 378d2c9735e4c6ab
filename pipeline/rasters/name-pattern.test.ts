import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthNamed, monthsNamed } from './name-pattern.ts';

const LANGUAGES = ['en', 'sv', 'de', 'fr', 'es', 'it', 'fi', 'nb', 'da', 'nl', 'pt'];

function words(language: string, month: 'long' | 'short'): string[] {
  const { format } = new Intl.DateTimeFormat(language, { month });
  return Array.from({ length: 12 }, (_, i) => format(new Date(2026, i, 15)));
}

test('months are known in full in eleven languages, and in short in English and Swedish', () => {
  for (const language of LANGUAGES) {
    assert.deepEqual(words(language, 'long').map(monthNamed), ORDER, language);
  }
  for (const language of ['en', 'sv', 'de']) {
    assert.deepEqual(words(language, 'short').map(monthNamed), ORDER, language);
  }
});

const ORDER = Array.from({ length: 12 }, (_, i) => i + 1);
const WATER_YEAR = [10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const english = words('en', 'short');
const pad = (month: number) => String(month).padStart(2, '0');

const TEMPLATES: [name: string, textOf: (month: number) => string][] = [
  ['a prefix', (month) => `ghi_${english[month - 1].toLowerCase()}`],
  ['capitals', (month) => `GHI ${english[month - 1].toUpperCase()} (kWh/m2)`],
  ['no space between', (month) => `ghi${english[month - 1]}`],
  ['dates', (month) => `2005-${pad(month)}-01`],
  ['year and month', (month) => `ghi_2005${pad(month)} v12`],
  ['numbers behind', (month) => `t2m_${month}`],
  ['numbers in front', (month) => `${pad(month)}_mean_2m`],
];

for (const [name, textOf] of TEMPLATES) {
  test(`descriptions that name months by ${name} are obeyed`, () => {
    assert.deepEqual(monthsNamed(WATER_YEAR.map(textOf)), WATER_YEAR);
    const withYear = ['mean of the year', ...WATER_YEAR.map(textOf)];
    assert.deepEqual(monthsNamed(withYear), [undefined, ...WATER_YEAR]);
  });
}

test('what names no month, or one twice, says nothing', () => {
  for (const texts of [
    ORDER.map(() => ''),
    ORDER.map(() => 'may'),
    ORDER.map((month) => `band ${month + 3}`),
  ]) {
    assert.equal(monthsNamed(texts), null);
  }
  assert.equal(monthNamed('Jan to Mar'), undefined);
  assert.equal(monthNamed('march_2005'), 3);
});
