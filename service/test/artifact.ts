/** An artifact for tests whose yields are linear in place and angle, so that interpolation is exact. */
import { allCovered, smallArtifact } from '../../pipeline/dataset/artifact.test-kit.ts';
import { MONTHS, PLANES, STORED_AZIMUTHS, TILTS } from '../../schemas/codec/axes.ts';
import type { Grid } from '../../schemas/codec/grid.ts';
import { maskHeader, type PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';

const TEST_GRID: Grid = { stepDeg: 0.25, firstRow: 236, firstCol: 60, rows: 3, cols: 4 };
const SCALE = 0.01;

/** Yield of a month in kWh/kWp at a place (grid units), tilt (5° units) and folded azimuth (10° units). */
export function linearYield(
  row: number,
  col: number,
  tilt: number,
  azimuth: number,
  month: number,
): number {
  return SCALE * (1000 + 40 * row + 70 * col + 9 * tilt + 13 * azimuth + 3 * month);
}

/** In-plane irradiation of the year, kWh/m2, with the same arguments. */
export function linearPoa(row: number, col: number, tilt: number, azimuth: number): number {
  return SCALE * (90000 + 400 * row + 700 * col + 90 * tilt + 130 * azimuth) * 0.5;
}

/**
 * Three rows of four cells from 59.0 N 15.0 E, all covered. `missing` are places (row * 4 + col)
 * without a cell.
 */
export function testArtifact(missing: number[] = []): PvYieldArtifact {
  const { rows, cols } = TEST_GRID;
  const places = Array.from({ length: rows * cols }, (_, place) => place);
  const present = places.filter((place) => !missing.includes(place));
  const small = smallArtifact(TEST_GRID, missing);
  const frame = { west: 15, south: 59, lngStepDeg: 0.01, latStepDeg: 0.005, cols: 75, rows: 100 };
  const mask = allCovered(frame);
  const artifact: PvYieldArtifact = {
    ...small,
    header: {
      ...small.header,
      dataset_version: '9.8.7',
      sources: ['Linear test field'],
      attribution: 'Made up for tests. Data licensed CC BY 4.0.',
      coverage_mask: maskHeader(mask),
      model: { ...small.header.model, poa_model: 'test' },
      interannual: { years: 16, source: 'Made up for tests', plane_factors: linearFactors() },
    },
    mask,
    yield_scale: small.yield_scale.fill(SCALE),
    poa_scale: small.poa_scale.fill(SCALE),
    ghi: small.ghi.fill(80),
    temperature: small.temperature.fill(8),
    elevation: Float32Array.from(present, (place) => (place === 0 ? Number.NaN : 100 + place)),
    radiation_db: Uint8Array.from(present, (place) => (place < 8 ? 0 : 1)),
    era5_corrected: Uint8Array.from(present, (place) => (place < 8 ? 0 : 1)),
    optimum_tilt: Uint8Array.from(present, (place) => 40 + place),
    optimum_yield: Float64Array.from(present, (place) => 300 + place),
    ghi_annual_sd_pct: Float32Array.from(present, (place) => linearSpread(place, cols)),
    ghi_monthly_sd_pct: Float32Array.from(
      present.flatMap((place) => Array(MONTHS).fill(2 * linearSpread(place, cols))),
    ),
  };
  present.forEach((place, cell) => {
    fillCell(artifact, cell, Math.floor(place / cols), place % cols);
  });
  return artifact;
}

/** Spread of the year at a place, exact in 32 bits. */
function linearSpread(place: number, cols: number): number {
  return 4 + 0.25 * Math.floor(place / cols) + 0.125 * (place % cols);
}

/** 1 on the flat. Rises with the tilt and towards the south, and more in the later months. */
function linearFactors(): number[][] {
  return Array.from({ length: MONTHS + 1 }, (_, period) =>
    Array.from({ length: PLANES }, (_, plane) => {
      const [tilt, azimuth] = [Math.floor(plane / STORED_AZIMUTHS), plane % STORED_AZIMUTHS];
      return 1 + (tilt / 1000) * (1 + period) * (1 + azimuth / 18);
    }),
  );
}

function fillCell(artifact: PvYieldArtifact, cell: number, row: number, col: number): void {
  for (let t = 0; t < TILTS; t++) {
    for (let a = 0; a < STORED_AZIMUTHS; a++) {
      const plane = cell * PLANES + t * STORED_AZIMUTHS + a;
      artifact.poa.values[plane] = Math.round(linearPoa(row, col, t, a) / SCALE);
      for (let month = 0; month < MONTHS; month++) {
        artifact.yield.values[plane * MONTHS + month] = Math.round(
          linearYield(row, col, t, a, month) / SCALE,
        );
      }
    }
  }
}
