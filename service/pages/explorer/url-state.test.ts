import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LANGUAGES } from '../messages/messages.ts';
import { DEFAULT_STATE, type ExplorerState, FUSES_A, withMeterSums } from './state.ts';
import { NUMBERS, OWN, readState, writeState } from './url-state.ts';

/** Numbers at a step, as the page's controls set them. */
const steps = (least: number, most: number, decimals: number) =>
  fc
    .integer({ min: least * 10 ** decimals, max: most * 10 ** decimals })
    .map((count) => Number((count / 10 ** decimals).toFixed(decimals)));
const PLAIN = { noNullPrototype: true };
const face = fc.record(
  {
    tilt: steps(0, 90, 1),
    azimuth: steps(0, 359, 1),
    kwp: steps(1, 10_000, 2),
  },
  PLAIN,
);
/** Numbers of which one is above 0. */
const list = (minLength: number, maxLength: number, item: fc.Arbitrary<number>) =>
  fc.array(item, { minLength, maxLength }).filter((values) => values.some((value) => value > 0));
const numbers = Object.values(NUMBERS).map(
  ({ key, min, max, decimals }) => [key, steps(min, max, decimals)] as const,
);
const owns = Object.values(OWN).map(
  ({ key, min, max, decimals }) => [key, fc.option(steps(min, max, decimals))] as const,
);
const states = fc
  .record(
    {
      ...Object.fromEntries([...numbers, ...owns]),
      lat: steps(-90, 90, 4),
      lng: steps(-180, 180, 4),
      faces: fc.array(face, { minLength: 1, maxLength: 10 }),
      snowPct: fc.option(list(12, 12, steps(0, 100, 0))),
      shadingPct: fc.option(list(12, 12, steps(0, 100, 0))),
      horizonDeg: fc.option(list(8, 48, steps(0, 90, 1))),
      gridTariff: fc.option(fc.stringMatching(/^[a-z0-9-]{1,60}$/)),
      fuseA: fc.constantFrom(...FUSES_A),
      isLatest: fc.constant(false),
      isHybrid: fc.boolean(),
      isWinterReserve: fc.boolean(),
      lang: fc.constantFrom(...LANGUAGES),
    },
    PLAIN,
  )
  .map((state) => state as Partial<ExplorerState> as ExplorerState);

test('a short address without escapes restores the state it was written from', () => {
  fc.assert(
    fc.property(states, (state) => {
      const query = writeState(state);
      assert.match(query, /^[\w.~=&;-]{1,1600}$/);
      assert.deepEqual(readState(`?${query}`, state.lang), state);
    }),
  );
});

test('an empty address is the default state, and a number out of range becomes the nearest valid one', () => {
  assert.deepEqual(readState('', 'en'), { ...DEFAULT_STATE, lang: 'en' });
  const state = readState('?f=120_360_5&use=-4&ev=1e9&fee=x', 'sv');
  assert.deepEqual(state.faces, [{ tilt: 90, azimuth: 0, kwp: 5 }]);
  assert.deepEqual([state.useKwh, state.evKmPerDay, state.gridFeeOre], [0, 300, null]);
});

test('assumptions about later years are in the address only where they differ from the default', () => {
  const usual = writeState(readState('', 'sv'));
  assert.equal(usual, 'lat=59.33&lng=18.07&f=27_180_10&v=2&l=sv');
  const query =
    'rise=-1.5&rate=3&life=30&inv=9000&invyear=12&fade=3&standby=5&reserve=30&service=500';
  const state = readState(`?${query}`, 'sv');
  assert.equal(writeState(state), usual.replace('&v=2', `&${query}&v=2`));
});

test('a link to the last known prices holds no level, which another area would not have', () => {
  const query = writeState({ ...readState('', 'sv'), isLatest: true, priceLevelPct: 132 });
  assert.match(query, /&latest=1&v=2&l=sv$/);
  assert.doesNotMatch(query, /level/);
  assert.equal(readState(query, 'sv').isLatest, true);
  assert.equal(readState('level=132', 'sv').isLatest, false);
});

test('a link to the default house is the first page, with a version or typed without a language', () => {
  const first = { ...DEFAULT_STATE, lang: 'sv' };
  for (const query of [
    '',
    'l=sv',
    'lat=59.33&lng=18.07&f=27_180_10',
    'f=27_180_10&v=2&l=sv',
    'use=15000',
  ])
    assert.deepEqual(readState(`?${query}`, 'sv'), first, query);
  assert.equal(readState('?f=27_180_20', 'sv').inverterKw, 16);
});

test('recorded links of before versions open as they were, also once they are written anew', () => {
  for (const [query, ...expected] of [
    // 2026-11-22: no new inverter, no ageing, no stand-by power, no limit of the inverter.
    ['lat=59.33&lng=18.07&f=27_180_10&l=sv', 0, 0, 0, 0],
    // 2026-11-28: a new inverter counts.
    ['lat=59.33&lng=18.07&f=27_180_10&inv=15000&l=sv', 15_000, 0, 0, 0],
    // 2026-11-29: ageing, stand-by power, the inverter's power.
    ['lat=59.61&lng=16.55&f=27_180_20&inv=9000&fade=2&standby=20&invkw=8&l=en', 9000, 2, 20, 8],
  ] as const) {
    const state = readState(`?${query}`, 'sv');
    const { inverterSek, fadePct, standbyW, inverterKw } = state;
    assert.deepEqual([inverterSek, fadePct, standbyW, inverterKw], expected, query);
    assert.deepEqual(readState(writeState(state), 'sv'), state, query);
  }
});

test('eleven faces become ten, and an incomplete face is ignored', () => {
  assert.equal(readState(`?f=${Array(11).fill('27_100_5').join('~')}`, 'sv').faces.length, 10);
  assert.deepEqual(readState('?f=27_100', 'sv').faces, DEFAULT_STATE.faces);
});

test('an incomplete coordinate is ignored', () => {
  const { lat, lng } = DEFAULT_STATE;
  for (const query of ['?lat=67', '?lng=20', '?lat=67&lng=', '?lat=67&lng=x']) {
    const state = readState(query, 'sv');
    assert.deepEqual([state.lat, state.lng], [lat, lng], query);
  }
});

test("a read meter's sums are in the link, its hours are not", () => {
  const state = readState('', 'sv');
  const meter = {
    importKwh: new Float64Array(8760).fill(1.25),
    exportKwh: new Float64Array(8760).fill(0.5),
  };
  const query = writeState(withMeterSums(state, meter));
  assert.match(query, /&bought=10950&sold=4380&v=2&l=sv$/);
  const { meterBoughtKwh, meterSoldKwh } = readState(query, 'sv');
  assert.deepEqual([meterBoughtKwh, meterSoldKwh], [10_950, 4380]);
  assert.match(writeState(withMeterSums(state, { ...meter, exportKwh: null })), /10950&v=2/);
  assert.equal(withMeterSums(state, null), state);
});
