import { InvalidValueError } from '../../schemas/checks/invalid-value.ts';
import type { SnowStation, SnowTable } from '../../schemas/types.ts';

/** Least new snow of a day that counts, cm. */
const DAY_CM = 2.5;
/** Normals of days are rounded. */
const ROUNDED_DAYS = 0.5;

/**
 * Checks a recipe's stations of snow beyond their schema.
 * @throws InvalidValueError where two stand at one place, or a month's snowfall is less than its days make
 */
export function checkSnow({ stations }: SnowTable): void {
  for (const [i, station] of stations.entries()) {
    const twin = stations.findIndex(({ lat, lng }) => lat === station.lat && lng === station.lng);
    if (twin < i) {
      throw new InvalidValueError(
        `snow.stations[${i}]`,
        `is at the place of ${stations[twin].name}, expected each station at its own. Join them`,
      );
    }
    checkDays(station, `snow.stations[${i}]`);
  }
}

function checkDays({ name, snowfall_cm, snow_days }: SnowStation, field: string): void {
  const month = snow_days.findIndex((days, m) => snowfall_cm[m] < DAY_CM * (days - ROUNDED_DAYS));
  if (month < 0) return;
  throw new InvalidValueError(
    `${field}.snowfall_cm[${month}]`,
    `is ${snowfall_cm[month]} cm on ${snow_days[month]} days at ${name}, expected over ${DAY_CM} cm a day. Look at the units: cm of new snow, and days with as much`,
  );
}
