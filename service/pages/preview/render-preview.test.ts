import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUILT, openAssets } from '../server/assets.ts';
import { drawPreview, type Preview } from './draw-preview.ts';
import { createPreviews } from './render-preview.ts';

const PREVIEW: Preview = {
  place: '3 km från Örnsköldsvik & <Sundsvall>',
  from: 'Sol över Sverige',
  word: 'Nej, inte med de här priserna',
  tone: 'no',
  lines: ['inte betalt på 25 år', 'sparar 123 400 kr/år'],
  house: {
    lat: 63.29,
    slopes: [90, 270, 180].map((azimuth) => ({ tilt: 38, azimuth, panels: 23 })),
    compass: ['N', 'Ö', 'S', 'V'],
    months: ['juni', 'dec'],
  },
};

/** Most that a picture may weigh, bytes. */
const MOST_BYTES = 40_000;

test('a link gets a PNG of 600 by 315 px, with its words, which is kept', async () => {
  const previews = createPreviews(openAssets(BUILT), BUILT);
  const png = await previews.png('a', PREVIEW);
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [600, 315]);
  assert.ok(png.length <= MOST_BYTES, `${png.length}`);
  const wordless = await previews.png(null, { ...PREVIEW, place: '', word: '', lines: [] });
  assert.ok(png.length > wordless.length + 3000, 'the font draws the words');
  assert.equal(await previews.find('a'), png);
  assert.match(drawPreview(PREVIEW), /&amp; &lt;Sundsvall&gt;/);
});

test('the pictures that are kept have a bound', async () => {
  const previews = createPreviews(openAssets(BUILT), BUILT);
  for (let at = 0; at <= 200; at++) await previews.png(`${at}`, { ...PREVIEW, lines: [`${at}`] });
  assert.equal(previews.find('0'), undefined);
  assert.ok(previews.find('1'));
});
