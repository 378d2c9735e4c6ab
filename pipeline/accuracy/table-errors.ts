import { MONTHS, STORED_AZIMUTHS_DEG, TILTS_DEG } from '../../schemas/axes.ts';
import { latitudeSun } from '../solar/latitude-sun.ts';
import {
  type Climate,
  diffuseFractions,
  emptyMonthlyPlanes,
  monthlyPlanes,
} from '../solar/monthly-planes.ts';
import { hayDavies } from '../solar/sky-models.ts';
import { planeGeometry } from '../solar/transposition.ts';

/** Relative errors of interpolating one quantity: mean, maximum, maximum over the south half with tilts up to 60°. */
export interface TableError {
  name: string;
  errors: [mean: number, max: number, southMax: number];
}

const MODEL = { skyModel: hayDavies, albedo: 0.2, windMS: 2.3, systemLoss: 0.14 };

/**
 * Error of the table's bilinear interpolation, taken where it is largest: in the middle of each
 * mesh, against the kernel at that very plane. Years in parts of the plane's own year, months in
 * parts of the month's GHI.
 */
export function tableErrors(latDeg: number, climate: Climate): TableError[] {
  const nodes = planeSums(latDeg, climate, TILTS_DEG, STORED_AZIMUTHS_DEG);
  const tilts = TILTS_DEG.slice(1).map((tilt) => tilt - 2.5);
  const azimuths = STORED_AZIMUTHS_DEG.slice(1).map((azimuth) => azimuth - 5);
  const middles = planeSums(latDeg, climate, tilts, azimuths);
  const ghi = Float64Array.from(climate.ghiKwhM2);
  return (['poaKwhM2', 'yieldKwhKwp'] as const).flatMap((quantity) => {
    const year: number[] = [];
    const month: number[] = [];
    const southYear: number[] = [];
    const southMonth: number[] = [];
    for (let t = 0; t < tilts.length; t++) {
      for (let a = 0; a < azimuths.length; a++) {
        const isSouth = azimuths[a] >= 90 && tilts[t] <= 60;
        let sum = 0;
        let exactSum = 0;
        for (let m = 0; m < MONTHS; m++) {
          const node = (dt: number, da: number) =>
            nodes[quantity][(m * TILTS_DEG.length + t + dt) * STORED_AZIMUTHS_DEG.length + a + da];
          const found = (node(0, 0) + node(0, 1) + node(1, 0) + node(1, 1)) / 4;
          const exact = middles[quantity][(m * tilts.length + t) * azimuths.length + a];
          sum += found;
          exactSum += exact;
          month.push(Math.abs(found - exact) / ghi[m]);
          if (isSouth) southMonth.push(Math.abs(found - exact) / ghi[m]);
        }
        year.push(Math.abs(sum / exactSum - 1));
        if (isSouth) southYear.push(Math.abs(sum / exactSum - 1));
      }
    }
    const name = quantity === 'poaKwhM2' ? 'in-plane irradiation' : 'yield';
    return [
      { name: `${name}, year`, errors: summary(year, southYear) },
      { name: `${name}, month (of its GHI)`, errors: summary(month, southMonth) },
    ];
  });
}

function planeSums(
  latDeg: number,
  climate: Climate,
  tiltsDeg: readonly number[],
  azimuthsDeg: readonly number[],
) {
  const sun = latitudeSun(latDeg, 3, 24);
  const planes = planeGeometry(sun, tiltsDeg, azimuthsDeg);
  const sums = emptyMonthlyPlanes(planes);
  monthlyPlanes(sun, planes, climate, diffuseFractions(sun, climate), MODEL, sums);
  return sums;
}

function summary(all: number[], south: number[]): [number, number, number] {
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  return [mean, Math.max(...all), Math.max(...south)];
}
