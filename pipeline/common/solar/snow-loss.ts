import { MONTHS } from '../../../schemas/codec/axes.ts';
import { radians } from './sun-position.ts';

/** Slope and interference of Townsend & Powers 2011, for inches, kelvins and kWh/m2. */
const SLOPE = 5.7e4;
const INTERFERENCE = 0.51;

const CM_PER_INCH = 2.54;
const INCHES_PER_M = 39.37;
const KELVIN = 273.15;
const REPOSE_RAD = radians(40);
/** Least of the height squared above the snow's, square inches: a plane whose edge lies in the snow. */
const LEAST_ROOM = 0.1;

/** Monthly means of a place's snow, and where a plane stands above the ground that snow slides to. */
export interface SnowNormals {
  /** [month] Snow that falls. */
  snowfallCm: ArrayLike<number>;
  /** [month] Days with more than 2.5 cm (an inch) of it. */
  snowDays: ArrayLike<number>;
  humidityPct: ArrayLike<number>;
  /** From the plane's lower edge down to the ground, or to the roof on which its snow stays. */
  dropHeightM: number;
  /** The plane's length along its slope. */
  slantM: number;
}

/**
 * Share of each month's production that snow takes from a plane, 0 to 1, after Townsend & Powers 2011 (37th IEEE
 * PVSC, doi 10.1109/PVSC.2011.6186627), fitted to two winters in the Sierra Nevada; a third of a month's snow is that
 * of the month before.
 * @param poaKwhM2 12 values, in the plane
 * @param temperatureC 12 values, means of day and night
 */
export function snowLoss(
  normals: SnowNormals,
  tiltRad: number,
  poaKwhM2: ArrayLike<number>,
  temperatureC: ArrayLike<number>,
): Float64Array {
  const cos = Math.cos(tiltRad);
  return Float64Array.from({ length: MONTHS }, (_, month) => {
    const before = effectiveSnow(normals, (month + MONTHS - 1) % MONTHS);
    const inches = (2 * effectiveSnow(normals, month) + before) / 3;
    // Without light a loss of nothing would be no number.
    if (inches === 0 || normals.humidityPct[month] === 0) return 0;
    const loss =
      (SLOPE *
        inches *
        cos *
        cos *
        interference(normals, inches, cos) *
        normals.humidityPct[month]) /
      100 /
      (temperatureC[month] + KELVIN) ** 2 /
      poaKwhM2[month] ** 0.67;
    return Math.min(1, loss);
  });
}

/** The month's snow that counts, inches: of more falls each counts less. */
function effectiveSnow({ snowfallCm, snowDays }: SnowNormals, month: number): number {
  const days = snowDays[month];
  return days > 0 ? ((snowfallCm[month] / CM_PER_INCH) * (1 + 1 / Math.max(1, days))) / 2 : 0;
}

/** Computes the share of the loss that is left where snow has room to slide to: from 1 for none down to 0.49. */
function interference(
  { dropHeightM, slantM }: SnowNormals,
  inches: number,
  cosTilt: number,
): number {
  const room = Math.max(LEAST_ROOM, (dropHeightM * INCHES_PER_M) ** 2 - inches ** 2);
  const pile = (slantM * INCHES_PER_M * inches * cosTilt * 2 * Math.tan(REPOSE_RAD)) / room;
  return 1 - INTERFERENCE * Math.exp(-pile);
}
