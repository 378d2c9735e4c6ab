import { validator } from '../../schemas/checks/validate.ts';
import { MONTHS } from '../../schemas/codec/axes.ts';
import type { MrcalcAnswer, MrcalcSource } from '../../schemas/types.ts';

/** Monthly means over the years, January first. */
export interface MonthlyMeans {
  /** Irradiation of the month, kWh/m2. */
  ghiKwhM2: Float64Array;
  /** Diffuse share of the irradiation of all years. NaN where there was none. */
  diffuseFraction: Float64Array;
  temperatureC: Float64Array;
}

const checkAnswer = validator('data/mrcalc-answer.schema.json');

/**
 * Means of an answer of MRcalc, which has a row for every year and month. The diffuse share is
 * diffuse over global irradiation of all years together, so that a dark month's odd ratio counts
 * for little.
 * @throws Error when a month is missing or double, or another database or year answered
 */
export function mrcalcMeans(json: unknown, source: MrcalcSource): MonthlyMeans {
  const answer = checkAnswer(json);
  checkDatabase(answer, source);
  const years = checkedYears(answer, source);
  const ghi = new Float64Array(MONTHS);
  const diffuse = new Float64Array(MONTHS);
  const split = new Float64Array(MONTHS);
  const temperature = new Float64Array(MONTHS);
  for (const row of answer.outputs.monthly) {
    const irradiation = row['H(h)_m'];
    ghi[row.month - 1] += irradiation;
    temperature[row.month - 1] += row.T2m;
    if (row.Kd === null) continue;
    diffuse[row.month - 1] += row.Kd * irradiation;
    split[row.month - 1] += irradiation;
  }
  return {
    ghiKwhM2: ghi.map((sum) => sum / years),
    diffuseFraction: diffuse.map((sum, month) => Math.min(1, sum / split[month])),
    temperatureC: temperature.map((sum) => sum / years),
  };
}

function checkDatabase({ inputs }: MrcalcAnswer, { raddatabase }: MrcalcSource): void {
  const found = inputs?.meteo_data?.radiation_db;
  if (found === undefined || found === raddatabase) return;
  throw new Error(`the answer is of ${found}, expected ${raddatabase}.`);
}

/** Number of years, each of which must have its twelve months once. */
function checkedYears({ outputs }: MrcalcAnswer, source: MrcalcSource): number {
  const found = new Set(outputs.monthly.map(({ year, month }) => `${year}-${month}`));
  const years = outputs.monthly.map(({ year }) => year);
  const first = years.reduce((a, b) => Math.min(a, b));
  const last = years.reduce((a, b) => Math.max(a, b));
  const count = last - first + 1;
  if (found.size !== outputs.monthly.length || found.size !== count * MONTHS) {
    throw new Error(
      `the answer has ${found.size} different months in ${outputs.monthly.length} rows from ${first} to ${last}, expected each of ${count * MONTHS} once.`,
    );
  }
  const { start_year = first, end_year = last } = source;
  if (first === start_year && last === end_year) return count;
  throw new Error(
    `the answer has the years ${first} to ${last}, expected ${start_year} to ${end_year}.`,
  );
}
