import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertRelativelyClose } from '../../../../pipeline/test/assert-close.ts';
import { AZIMUTHS_DEG, MONTHS, TILTS_DEG } from '../../../../schemas/codec/axes.ts';
import { applyLosses, computeFaceMonthsKwh, computeRoofYield, sumMonthsKwh } from './roof-yield.ts';

/** Bilinear in both angles between the nodes, and even in the azimuth, as the dataset is. */
const linear = (month: number, tilt: number, fromNorth: number) =>
  month + 2 * tilt + 3 * fromNorth + tilt * fromNorth;
const fold = (azimuth: number) => Math.min(azimuth, 360 - azimuth);
const yields = Array.from({ length: MONTHS }, (_, month) =>
  TILTS_DEG.map((tilt) => AZIMUTHS_DEG.map((azimuth) => linear(month, tilt, fold(azimuth)))),
);
test('a yield that is bilinear in both angles is reproduced for every plane, at nodes and across north', () => {
  const face = fc.record({
    tilt: fc.oneof(fc.constantFrom(...TILTS_DEG), fc.double({ min: 0, max: 90, noNaN: true })),
    azimuth: fc.oneof(
      fc.constantFrom(...AZIMUTHS_DEG),
      fc.double({ min: 0, max: 360, maxExcluded: true, noNaN: true }),
    ),
    kwp: fc.double({ min: 0.1, max: 100, noNaN: true }),
  });
  fc.assert(
    fc.property(face, ({ tilt, azimuth, kwp }) => {
      const months = computeFaceMonthsKwh(yields, { tilt, azimuth, kwp });
      months.forEach((kwh, month) => {
        assertRelativelyClose(kwh, kwp * linear(month, tilt, fold(azimuth)), 1e-9);
      });
    }),
  );
});

const none = { faces: [], snowPct: null, shadingPct: null, horizonDeg: null, inverterKw: 0 };
const half = Array(MONTHS).fill(50);

test('with a horizon each month is the sum of its hours, and each face keeps its share', () => {
  const faces = [
    { tilt: 27, azimuth: 100, kwp: 5 },
    { tilt: 40, azimuth: 200, kwp: 3 },
  ];
  const roof = computeRoofYield(yields, faces);
  assert.equal(roof.kwp, 8);
  assert.equal(applyLosses(roof, { ...none, horizonDeg: [1] }, null), null);
  const hours = Float64Array.from({ length: 8760 }, (_, hour) => (hour < 744 ? 1 : 0.5));
  const left = applyLosses(roof, { ...none, horizonDeg: [1], shadingPct: half }, hours);
  assert.ok(left);
  assert.deepEqual(
    sumMonthsKwh(left)
      .slice(0, 3)
      .map((kwh) => Math.round(1e6 * kwh) / 1e6),
    [744, 336, 372],
  );
  assertRelativelyClose(left.yearKwh, 744 + 8016 / 2, 1e-12);
  for (const month of [0, 6]) {
    const share = ({ monthsKwh }: typeof roof) =>
      monthsKwh[0][month] / (monthsKwh[0][month] + monthsKwh[1][month]);
    assertRelativelyClose(share(left), share(roof), 1e-12);
  }
});
