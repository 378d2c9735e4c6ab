import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countriesByCode, countriesOf } from './country-codes.ts';

/** Unicode's English names, which leave out no word, with those that Natural Earth shortens alike. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/&/g, 'and')
    .replace(/\bSt\b\.?/g, 'Saint')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();
}

/** European codes whose names both write alike; others are shortened, renamed since or spelt otherwise. */
const EUROPE =
  'AD AL AT BE BG BY CH CY DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MT NL NO PL PT RO RS RU SE SI SK SM UA XK';

test('codes and outlines have the same names by Unicode and by Natural Earth', () => {
  const unicode = new Intl.DisplayNames(['en'], { type: 'region' });
  const alike = new Set<string>();
  for (const [code, [country]] of countriesByCode()) {
    if (country && plain(unicode.of(code) ?? '') === plain(country.name)) alike.add(code);
  }
  for (const code of EUROPE.split(' ')) assert.ok(alike.has(code), code);
  assert.ok(alike.size > 190, `${alike.size} are alike`);
});

for (const [code, message] of [
  ['UK', /countries\[1\]" is "UK", .* did you mean "GB"/],
  ['EL', /did you mean "GR"/],
  ['de', /did you mean "DE"/],
  ['Germny', /did you mean "DE" \(Germany\)/],
  ['ZZ', /such as SE; those with Z are ZA, ZM, ZW\.$/],
  ['GF', /has no outline of its own/],
] as const) {
  test(`${code} is refused by name, with what may be meant`, () => {
    assert.throws(() => countriesOf(['SE', code]), message);
  });
}
