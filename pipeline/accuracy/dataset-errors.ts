/** Measured errors of a built dataset against figures from outside. Used by tests and the accuracy report. */
import { MONTHS, planeAt } from '../../schemas/codec/axes.ts';
import { annualYield } from '../../schemas/codec/cell-records.ts';
import type { PvYieldArtifact } from '../../schemas/codec/pv-yield-artifact.ts';

export interface PublishedGhi {
  name: string;
  lat: number;
  lng: number;
  annualKwhM2: number;
}

/** PVGIS 5.2 (MRcalc), means of 2005-2020, kWh/m2. */
export const PVGIS_POINTS: readonly PublishedGhi[] = [
  { name: 'Malmö', lat: 55.605, lng: 13.0, annualKwhM2: 1085 },
  { name: 'Stockholm', lat: 59.325, lng: 18.071, annualKwhM2: 997 },
  { name: 'Sundsvall', lat: 62.391, lng: 17.307, annualKwhM2: 910 },
  { name: 'Luleå', lat: 65.548, lng: 22.117, annualKwhM2: 922 },
];

/**
 * Stations of SMHI (open data, CC BY 4.0), means of 2023 to 2025 at the level of 2005 to 2020, kWh/m2:
 * fixtures/measured-radiation.json.
 */
export const SMHI_STATIONS: readonly PublishedGhi[] = [
  { name: 'Tarfala', lat: 67.9123, lng: 18.6101, annualKwhM2: 787.6 },
  { name: 'Kiruna', lat: 67.8408, lng: 20.4105, annualKwhM2: 805.5 },
  { name: 'Luleå', lat: 65.5436, lng: 22.1113, annualKwhM2: 911.7 },
  { name: 'Umeå', lat: 63.8111, lng: 20.2398, annualKwhM2: 940.7 },
  { name: 'Östersund', lat: 63.197, lng: 14.4798, annualKwhM2: 895 },
  { name: 'Borlänge', lat: 60.4878, lng: 15.4297, annualKwhM2: 965.5 },
  { name: 'Karlstad', lat: 59.3591, lng: 13.4719, annualKwhM2: 1020.7 },
  { name: 'Stockholm', lat: 59.3534, lng: 18.0634, annualKwhM2: 1012.2 },
  { name: 'Norrköping', lat: 58.5824, lng: 16.1485, annualKwhM2: 998.5 },
  { name: 'Göteborg', lat: 57.6879, lng: 11.9796, annualKwhM2: 1013.1 },
  { name: 'Visby', lat: 57.6727, lng: 18.3448, annualKwhM2: 1133.5 },
  { name: 'Växjö', lat: 56.9269, lng: 14.7305, annualKwhM2: 1030.9 },
  { name: 'Hoburg', lat: 56.921, lng: 18.1506, annualKwhM2: 1167.3 },
  { name: 'Lund', lat: 55.7138, lng: 13.2124, annualKwhM2: 1078.4 },
];

/** Yearly GHI of a dataset at a point, bilinear over the four cells around it, all of which must exist. */
export function annualGhiAt(artifact: PvYieldArtifact, lat: number, lng: number): number {
  const { grid, cell_index, ghi } = artifact;
  const row = lat / grid.stepDeg - grid.firstRow;
  const col = lng / grid.stepDeg - grid.firstCol;
  let sum = 0;
  for (const r of [Math.floor(row), Math.floor(row) + 1]) {
    for (const c of [Math.floor(col), Math.floor(col) + 1]) {
      const cell = cell_index[r * grid.cols + c];
      const weight = (1 - Math.abs(row - r)) * (1 - Math.abs(col - c));
      for (let month = 0; month < MONTHS; month++) sum += weight * ghi[cell * MONTHS + month];
    }
  }
  return sum;
}

/** A plane and the range of total losses that literature and this model's authors expect of it. */
export interface ExpectedLoss {
  label: string;
  tiltDeg: number;
  azimuthDeg: number;
  /** Percent of the in-plane irradiation, 55 to 60 N. */
  south: readonly [number, number];
  /** Values up to 68 N. */
  north: readonly [number, number];
}

/**
 * Total loss at 14 % system loss, a product of reflection, temperature with low light, and system:
 * 55..60 N, and the figure that it moves to at 68 N.
 */
export const EXPECTED_LOSSES: readonly ExpectedLoss[] = [
  { label: 'flat', tiltDeg: 0, azimuthDeg: 180, south: [22, 23], north: [21.8, 23] },
  { label: 'S30', tiltDeg: 30, azimuthDeg: 180, south: [19, 20], north: [17.1, 20] },
  { label: 'S45', tiltDeg: 45, azimuthDeg: 180, south: [18.6, 19.3], north: [16.3, 19.3] },
  { label: 'E30', tiltDeg: 30, azimuthDeg: 90, south: [21, 22], north: [20.2, 22] },
  { label: 'N30', tiltDeg: 30, azimuthDeg: 0, south: [27.4, 29.5], north: [27.4, 30.8] },
  { label: 'N90', tiltDeg: 90, azimuthDeg: 0, south: [32.3, 34.1], north: [30.7, 34.1] },
];

/** Total loss of a node plane in one cell, percent of its in-plane irradiation. */
export function totalLossPercent(
  artifact: PvYieldArtifact,
  cell: number,
  tiltDeg: number,
  azimuthDeg: number,
): number {
  const plane = planeAt(tiltDeg, azimuthDeg);
  const { values, first, stride } = artifact.poa;
  const poaKwhM2 = values[first + cell * stride + plane] * artifact.poa_scale[cell];
  return 100 * (1 - annualYield(artifact, cell, plane) / poaKwhM2);
}
