/** Prints the errors of the table and of the built dataset against published figures. */
import { join } from 'node:path';
import { STOCKHOLM, STOCKHOLM_LAT_DEG } from '#solar/stockholm.ts';
import { AZIMUTHS_DEG, STORED_AZIMUTHS_DEG, TILTS_DEG } from '../schemas/codec/axes.ts';
import type { PvYieldArtifact } from '../schemas/codec/pv-yield-artifact.ts';
import { readPvYield } from '../schemas/codec/read-artifact.ts';
import { PROJECT } from '../schemas/project.ts';
import {
  annualGhiAt,
  EXPECTED_LOSSES,
  type PublishedGhi,
  PVGIS_POINTS,
  SMHI_STATIONS,
  totalLossPercent,
} from './accuracy/dataset-errors.ts';
import { readTowns } from './accuracy/towns.ts';
import { tableErrors } from './dataset/cube/table-errors.ts';
import { cellNear } from './dataset/dataset-figures.ts';

const artifact = await readPvYield(join(PROJECT, 'artifacts', 'pv-yield.bin'));
printTableErrors();
printGhi(artifact);
printLosses(artifact);

function printTableErrors(): void {
  console.log(
    'Bilinear interpolation of the 19 x 36 table against the kernel, in the middle of its meshes',
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
