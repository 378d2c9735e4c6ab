import { planeSums, STANDARD_MODEL } from '#solar/monthly-planes.ts';
import { SKY_MODELS } from '#solar/sky-models.ts';
import { STOCKHOLM, STOCKHOLM_LAT_DEG } from '#solar/stockholm.ts';
import { AZIMUTHS_DEG, MONTHS, STORED_AZIMUTHS_DEG, TILTS_DEG } from '../../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';
import { tableErrors } from '../dataset/cube/table-errors.ts';
import { cellNear } from '../dataset/dataset-figures.ts';
import {
  annualGhiAt,
  EXPECTED_LOSSES,
  type PublishedGhi,
  PVGIS_POINTS,
  SMHI_STATIONS,
  totalLossPercent,
} from './dataset-errors.ts';
import { readTowns } from './towns.ts';

const GOLDEN_PLANES = [
  [40, 180],
  [90, 180],
  [40, 90],
  [40, 0],
] as const;

/** In-plane irradiation a year by the reference method, kWh/m2. */
const GOLDEN = [
  {
    name: 'every day, 48 steps, isotropic',
    sky: 'isotropic',
    days: 31,
    steps: 48,
    kwh: [1179.5, 882.2, 931.2, 603.7],
  },
  {
    name: 'every day, 48 steps, Hay-Davies',
    sky: 'hay_davies',
    days: 31,
    steps: 48,
    kwh: [1236.7, 940.3, 937.4, 540.7],
  },
  {
    name: '3 days, 24 steps, isotropic',
    sky: 'isotropic',
    days: 3,
    steps: 24,
    kwh: [1179.95, 882.59, 931.12, 603.59],
  },
  {
    name: '3 days, 24 steps, Hay-Davies',
    sky: 'hay_davies',
    days: 3,
    steps: 24,
    kwh: [1237.18, 940.76, 937.4, 540.71],
  },
] as const;

/** Prints the errors of the method, of the table and of a dataset. */
export function printAccuracy(artifact: PvYieldArtifact): void {
  printGolden();
  printTableErrors();
  printGhi(artifact);
  printLosses(artifact);
}

function printGolden(): void {
  console.log('In-plane irradiation, Stockholm, kWh/m2 a year: found (reference)');
  console.log(line('', ['S40', 'S90', 'E40', 'N40'], 20));
  for (const { name, sky, days, steps, kwh } of GOLDEN) {
    const angles = { tiltsDeg: [40, 90], azimuthsDeg: [0, 90, 180] };
    const time = { daysPerMonth: days, stepsPerDay: steps };
    const model = { ...STANDARD_MODEL, ...time, skyModel: SKY_MODELS[sky] };
    const sums = planeSums(STOCKHOLM_LAT_DEG, STOCKHOLM, angles, model);
    const cells = GOLDEN_PLANES.map(([tilt, azimuth], i) => {
      const plane = (tilt === 40 ? 0 : 3) + azimuth / 90;
      let found = 0;
      for (let month = 0; month < MONTHS; month++) found += sums.poaKwhM2[month * 6 + plane];
      return `${found.toFixed(2)} (${kwh[i]})`;
    });
    console.log(line(name, cells, 20));
  }
}

function printTableErrors(): void {
  console.log(
    '\nBilinear interpolation of the 19 x 36 table against the kernel, in the middle of its meshes',
  );
  console.log(line('', ['mean', 'max', 'max, S half to 60°'], 20));
  for (const { name, errors } of tableErrors({ latDeg: STOCKHOLM_LAT_DEG, climate: STOCKHOLM })) {
    console.log(
      line(
        name,
        errors.map((error) => `${(100 * error).toFixed(2)} %`),
        20,
      ),
    );
  }
  console.log(
    `  (${TILTS_DEG.length - 1} x ${AZIMUTHS_DEG.length / 2} meshes; azimuths ${STORED_AZIMUTHS_DEG[0]}..180 by symmetry)`,
  );
}

function printGhi(artifact: PvYieldArtifact): void {
  const { dataset_version, accuracy } = artifact.header;
  console.log(`\nYearly GHI of dataset ${dataset_version}, kWh/m2: found, published, error`);
  printPoints(artifact, 'PVGIS points, 2005 to 2020', PVGIS_POINTS);
  printPoints(artifact, 'SMHI stations, 2023 to 2025 at that level', SMHI_STATIONS);
  for (const { bias_pct, rms_error_pct, max_error_pct, reference } of accuracy.errors) {
    if (rms_error_pct === undefined) continue;
    console.log(
      `  Left out: bias ${bias_pct} %, root mean square ${rms_error_pct} %, worst ${max_error_pct} %. ${reference}`,
    );
  }
}

function printPoints(
  artifact: PvYieldArtifact,
  title: string,
  points: readonly PublishedGhi[],
): void {
  console.log(`  ${title}`);
  for (const { name, lat, lng, annualKwhM2 } of points) {
    const found = annualGhiAt(artifact, lat, lng);
    const percent = (100 * (found / annualKwhM2 - 1)).toFixed(1);
    console.log(line(`  ${name}`, [found.toFixed(0), annualKwhM2.toFixed(0), `${percent} %`], 12));
  }
}

function printLosses(artifact: PvYieldArtifact): void {
  console.log(
    '\nTotal loss in the cells of 107 towns, %: found (expected), at 55..60 N and 60..68 N',
  );
  for (const { label, tiltDeg, azimuthDeg, south, north } of EXPECTED_LOSSES) {
    const found: [number[], number[]] = [[], []];
    for (const { lat, lng } of readTowns()) {
      const cell = cellNear(artifact, lat, lng);
      found[lat <= 60 ? 0 : 1].push(totalLossPercent(artifact, cell, tiltDeg, azimuthDeg));
    }
    const ranges = found.map((x) => `${Math.min(...x).toFixed(1)}..${Math.max(...x).toFixed(1)}`);
    const expected = [south, north].map(([low, high]) => `(${low}..${high})`);
    console.log(
      line(
        label,
        [0, 1].map((i) => `${ranges[i]} ${expected[i]}`),
        26,
      ),
    );
  }
}

function line(label: string, cells: string[], width: number): string {
  return `  ${label.padEnd(40)}${cells.map((cell) => cell.padStart(width)).join('')}`;
}
