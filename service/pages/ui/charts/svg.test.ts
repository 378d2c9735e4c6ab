import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeText, px, svgDrawing, textAt } from './svg.ts';

test('text from outside cannot break out of an element or an attribute', () => {
  assert.equal(
    escapeText(`<b a="1" c='2'>&amp;`),
    '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;',
  );
  assert.equal(textAt(1, 2, '<script>'), '<text x="1" y="2">&lt;script&gt;</text>');
});

test('coordinates are short, rounded to 0.01, and never in exponent form', () => {
  assert.deepEqual([1, 1 / 3, 0.004, 1e-9, 1234.567].map(px), ['1', '0.33', '0', '0', '1234.57']);
});

test('a drawing names itself to screen readers, escaped', () => {
  const caption = { title: 'A < B', subtitle: 'by "me"', description: 'one & two' };
  const svg = svgDrawing(caption, 100, 50.5, ['<g/>']);
  assert.match(
    svg,
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 100 50.5" role="img"/,
  );
  assert.ok(svg.includes('aria-label="A &lt; B. one &amp; two"'));
  assert.ok(svg.includes('<title>A &lt; B</title>\n<desc>one &amp; two</desc>'));
  assert.ok(svg.endsWith('<g/>\n</svg>\n'));
});
