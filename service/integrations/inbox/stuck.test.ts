import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleText } from './stuck.ts';

test('characters that turn or hide text are written as their codes (Unicode, UAX 9)', () => {
  assert.equal(visibleText('Betald\u202Eofni'), 'Betald[U+202E]ofni');
  assert.equal(visibleText('a\u2066b\u2069\u200F\u061C'), 'a[U+2066]b[U+2069][U+200F][U+061C]');
  assert.equal(visibleText('\u0000\u001b[31m\u{E0041}'), '[U+0000][U+001B][31m[U+E0041]');
});

test('a text of several lines becomes one line, and letters of any script stay', () => {
  assert.equal(visibleText('två\r\nrader\u2028och\tmer'), 'två rader[U+2028]och mer');
  assert.equal(visibleText('Åsa עברית 日本 👋'), 'Åsa עברית 日本 👋');
});
