import type { PvYield } from '../../../../schemas/types.ts';

/** Yield of a roof that nine chances in ten exceed, kWh a year. */
export interface RoofChance {
  /** Any one year. */
  yearKwh: number;
  /** The mean of twenty. */
  meanKwh: number;
  /** Standard deviation of the dataset's own yearly irradiation at the place, percent. */
  datasetPct: number;
}

/**
 * Sums the faces of a roof: under one sky they have their good years, and their errors, together. Null where a
 * face has no answer, or the dataset does not say.
 */
export function sumChances(
  answers: readonly Pick<PvYield, 'variability'>[],
  faces: readonly { kwp: number }[],
): RoofChance | null {
  const sum = { yearKwh: 0, meanKwh: 0, datasetPct: 0 };
  for (const [i, { kwp }] of faces.entries()) {
    const total = answers[i]?.variability?.total;
    if (!total) return null;
    sum.yearKwh += kwp * total.one_year.p90;
    sum.meanKwh += kwp * total.mean_of_20_years.p90;
    // One place has one figure.
    sum.datasetPct = total.dataset_sd_pct;
  }
  return sum;
}

/** Lessens the chance by what snow takes of the roof's mean year. @param share 0 to 1 */
export function reduceChance(chance: RoofChance, share: number): RoofChance {
  const { yearKwh, meanKwh } = chance;
  return { ...chance, yearKwh: (1 - share) * yearKwh, meanKwh: (1 - share) * meanKwh };
}
