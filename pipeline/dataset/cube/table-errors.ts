import { planeSums, STANDARD_MODEL } from '#solar/monthly-planes.ts';
import type { Climate } from '#solar/place-light.ts';
import { MONTHS, STORED_AZIMUTHS_DEG, TILTS_DEG } from '../../../schemas/codec/axes.ts';

/** Relative errors of interpolating one quantity: mean, maximum, maximum over the south half with tilts up to 60°. */
interface TableError {
  name: string;
  errors: [mean: number, max: number, southMax: number];
}

interface TablePlace {
  latDeg: number;
  climate: Climate;
}

/**
 * Error of the table's bilinear interpolation, taken where it is largest: in the middle of each
 * mesh, against the kernel at that very plane. Years in parts of the plane's own year, months in
 * parts of the month's GHI.
 */
export function tableErrors({ latDeg, climate }: TablePlace): TableError[] {
  const table = { tiltsDeg: TILTS_DEG, azimuthsDeg: STORED_AZIMUTHS_DEG };
  const nodes = planeSums(latDeg, climate, table, STANDARD_MODEL);
  const tilts = TILTS_DEG.slice(1).map((tilt) => tilt - 2.5);
  const azimuths = STORED_AZIMUTHS_DEG.slice(1).map((azimuth) => azimuth - 5);
  const middles = planeSums(
    latDeg,
    climate,
    { tiltsDeg: tilts, azimuthsDeg: azimuths },
    STANDARD_MODEL,
  );
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

function summary(all: number[], south: number[]): [number, number, number] {
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  return [mean, Math.max(...all), Math.max(...south)];
}
