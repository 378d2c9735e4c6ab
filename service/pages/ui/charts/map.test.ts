import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellPaths, mapProjection } from './map.ts';

const box = { west: 10, south: 55, east: 25, north: 69 };

test('the corners of the box are the corners of the map, north up', () => {
  const { x, y, width, height } = mapProjection(box, 300);
  assert.deepEqual([x(10), x(25), y(69)], [0, 300, 0]);
  assert.ok(Math.abs(y(55) - height) < 1e-9);
  assert.equal(width, 300);
});

test('at the middle latitude a kilometre north is as long as a kilometre east', () => {
  const { x, y } = mapProjection(box, 300);
  const perKmEast = (x(18) - x(17)) / (111.195 * Math.cos((62 * Math.PI) / 180));
  const perKmNorth = (y(61.5) - y(62.5)) / 111.195;
  assert.ok(Math.abs(perKmEast / perKmNorth - 1) < 1e-12);
});

test('a place found back from its point is the same place', () => {
  const { x, y, lng, lat } = mapProjection(box, 317);
  for (const [east, north] of [
    [10, 55],
    [18.07, 59.33],
    [20.2251, 67.8557],
  ]) {
    assert.ok(Math.abs(lng(x(east)) - east) < 1e-12);
    assert.ok(Math.abs(lat(y(north)) - north) < 1e-12);
  }
});

// Two rows of three 1° cells on the equator, where a degree is 10 px both ways. The one in the
// middle of the north row is missing.
const grid = { stepDeg: 1, firstRow: 0, firstCol: 0, rows: 2, cols: 3 };
const cellIndex = Int32Array.of(0, 1, 2, 3, -1, 4);
const projection = { ...mapProjection({ west: -0.5, south: -0.5, east: 2.5, north: 1.5 }, 30) };
const flat = { ...projection, y: (lat: number) => (1.5 - lat) * 10 };

test('neighbours of one colour are one rectangle, gaps and other colours end it', () => {
  const colours = ['#aaaaaa', '#aaaaaa', '#bbbbbb', '#aaaaaa', '#aaaaaa'];
  const svg = cellPaths({ grid, cellIndex }, flat, (cell) => colours[cell]);
  assert.deepEqual(svg.match(/<path.*\/>/g), [
    '<path fill="#aaaaaa" d="M0 0H10V10H0zM20 0H30V10H20zM0 10H20V20H0z"/>',
    '<path fill="#bbbbbb" d="M20 10H30V20H20z"/>',
  ]);
});

test('cells narrower than a pixel are blocks that cover them, none where there is no cell', () => {
  const fine = { stepDeg: 0.1, firstRow: 340, firstCol: -100, rows: 4, cols: 6 };
  const holes = Int32Array.from({ length: 24 }, (_, at) => (at % 6 < 2 && at < 12 ? -1 : at));
  const box = { west: -10.05, south: 33.95, east: -9.45, north: 34.35 };
  const small = { ...mapProjection(box, 4), y: (lat: number) => ((34.35 - lat) * 4) / 0.6 };
  const svg = cellPaths({ grid: fine, cellIndex: holes }, small, () => '#aaaaaa');
  assert.deepEqual(svg.match(/<path.*\/>/g), [
    '<path fill="#aaaaaa" d="M0 0H4V1.33H0zM1.33 1.33H4V2.67H1.33z"/>',
  ]);
});
