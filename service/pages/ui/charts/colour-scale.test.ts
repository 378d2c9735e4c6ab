import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  colourAt,
  colourOf,
  contrast,
  inkOn,
  LEAST_CONTRAST,
  MAGMA,
  relativeLuminance,
  VIRIDIS,
} from './colour-scale.ts';

test('a scale ends in its first and last colour and stays there beyond', () => {
  for (const stops of [VIRIDIS, MAGMA]) {
    const scale = { stops, min: -2, max: 6 };
    for (const low of [-2, -1e9, Number.NEGATIVE_INFINITY])
      assert.equal(colourOf(scale, low), stops[0]);
    for (const high of [6, 1e9]) assert.equal(colourOf(scale, high), stops.at(-1));
  }
});

test('between two stops the channels are mixed in proportion', () => {
  assert.equal(colourAt(['#000000', '#3f7ebd'], 21 / 63), '#152a3f');
});

test('a scale of a single value has one colour, its middle', () => {
  assert.equal(colourOf({ stops: ['#000000', '#3f3f3f'], min: 5, max: 5 }, 5), '#202020');
});

test('viridis and magma grow lighter at every step', () => {
  for (const stops of [VIRIDIS, MAGMA]) {
    const lightness = Array.from({ length: 64 }, (_, i) =>
      relativeLuminance(colourAt(stops, i / 63)),
    );
    for (let i = 1; i < 64; i++) assert.ok(lightness[i] > lightness[i - 1], `${stops[0]} at ${i}`);
  }
});

test("contrasts match WCAG's examples", () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#ffffff', '#ffffff'), 1);
  assert.equal(contrast('#00ff00', '#000000').toFixed(2), '15.30');
  assert.equal(contrast('#ff0000', '#000000').toFixed(2), '5.25');
  // The two greys on either side of 4.5, as WebAIM lists them.
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54');
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
});

test('ink on every colour has a contrast of at least 4.5', () => {
  for (const stops of [VIRIDIS, MAGMA]) {
    for (let i = 0; i < 64; i++) {
      const colour = colourAt(stops, i / 63);
      const found = contrast(colour, inkOn(colour));
      assert.ok(found >= LEAST_CONTRAST, `${inkOn(colour)} on ${colour}: ${found}`);
    }
  }
});
