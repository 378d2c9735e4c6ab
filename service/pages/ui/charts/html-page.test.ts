import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cards, figures, htmlPage, table, wideDrawing } from './html-page.ts';

test('a page needs nothing from outside and no script', () => {
  const page = htmlPage('en', 'A & B', '', [{ id: 'x', title: 'C < D', html: '<p>e</p>' }]);
  assert.match(page, /^<!doctype html>\n<html lang="en">/);
  assert.doesNotMatch(page, /https?:|<script|<link|<img|@import|url\(/);
  assert.ok(
    page.includes('<title>A &amp; B</title>') && page.includes('<h2 id="x-title">C &lt; D</h2>'),
  );
});

test('tables name their columns and rows to screen readers and escape their text', () => {
  const html = table('Cap', ['', 'n <'], [['a & b', '1']], 'figures');
  assert.ok(html.includes('<caption>Cap</caption>'));
  assert.ok(html.includes('<th scope="col">n &lt;</th>'));
  assert.ok(html.includes('<tr><th scope="row">a &amp; b</th><td>1</td></tr>'));
});

test('what is wider than a phone scrolls, by keyboard too, and shows that there is more', () => {
  const region = '<div class="scroll" role="group" aria-label="Cap &lt;" tabindex="0">';
  assert.ok(table('Cap <', ['', 'n'], [['a', '1']], 'figures').startsWith(region));
  assert.ok(
    wideDrawing('Cap <', '<svg/>', 900).startsWith(`${region}<div style="min-width: 900px">`),
  );
  assert.match(htmlPage('en', 'A', '', []), /\.scroll \{[^}]*no-repeat local/);
});

test('figures and cards hold what they are given', () => {
  assert.ok(
    figures(['<svg/>', '<svg/>'], 300, 'x < y').includes('<figcaption>x &lt; y</figcaption>'),
  );
  assert.equal(cards([['1 <', 'what', 'more']]).match(/<b>1 &lt;<\/b>/g)?.length, 1);
});
