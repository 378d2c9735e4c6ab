import { HOURS } from '../../../../schemas/codec/axes.ts';
import { compareWithLog } from '../../house/roof-log.ts';

/** An hour with less than this part of the highest is dark. */
const DARK = 0.01;

/**
 * Says how well the hours with sun of a log are those of the calculated roof, 1 at most: by the mean day of each month
 * of hours with and without sun. The direction of the roof hardly changes them, a clock that is an hour off does.
 */
export function matchDaylight(calculatedKwh: Float64Array, logKwh: Float64Array): number {
  return compareWithLog(findLight(calculatedKwh), findLight(logKwh)).explained.meanDays;
}

function findLight(kwh: Float64Array): Float64Array {
  const limit = DARK * kwh.reduce((most, each) => Math.max(most, each), 0);
  return kwh.map((each) => Number(each > limit));
}

/** An inverter may sleep in hours of less than this part of the highest. */
const ASLEEP = 0.05;

/** Hours in which a roof may produce so little that its inverter writes nothing. */
export function listDim(calculatedKwh: Float64Array): (t: number) => boolean {
  const limit = ASLEEP * calculatedKwh.reduce((most, each) => Math.max(most, each), 0);
  return (t) => calculatedKwh[t] <= limit;
}

/** Hours of night, also for a clock that is an hour off. */
export function listNights(calculatedKwh: Float64Array): (t: number) => boolean {
  return (t) => [t - 1, t, t + 1].every((near) => calculatedKwh[(near + HOURS) % HOURS] === 0);
}
