import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { snowLoss } from '#common/solar/snow-loss.ts';
import { radians } from '#common/solar/sun-position.ts';
import { PROJECT } from '../files/file-record.ts';

const CM_PER_INCH = 2.54;
const INCHES_PER_M = 39.37;

/** The file of the station: its months, and its planes in inches. */
interface SnowStation {
  snowfall_in: number[];
  snow_days: number[];
  humidity_pct: number[];
  temperature_c: number[];
  planes: {
    tilt_deg: number;
    slant_in: number;
    drop_in: number;
    /** Share of the loss that the plane's strings leave. */
    strings: number;
    poa_kwh_m2: number[];
    loss_pct: number[];
  }[];
}

/** A plane of the worked station: what snow takes of each month, percent. */
export interface StationPlane {
  tiltDeg: number;
  foundPct: number[];
  /** As the author prints it, to the whole percent. */
  publishedPct: number[];
}

/** The planes of the station that the snow model's author worked out himself (fixtures/snow-station.json). */
export function stationPlanes(): StationPlane[] {
  const { snowfall_in, snow_days, humidity_pct, temperature_c, planes } = readStation();
  return planes.map(({ tilt_deg, slant_in, drop_in, strings, poa_kwh_m2, loss_pct }) => {
    const normals = {
      snowfallCm: snowfall_in.map((inches) => CM_PER_INCH * inches),
      snowDays: snow_days,
      humidityPct: humidity_pct,
      dropHeightM: drop_in / INCHES_PER_M,
      slantM: slant_in / INCHES_PER_M,
    };
    const loss = snowLoss(normals, radians(tilt_deg), poa_kwh_m2, temperature_c);
    const foundPct = Array.from(loss, (share) => 100 * strings * share);
    return { tiltDeg: tilt_deg, foundPct, publishedPct: loss_pct };
  });
}

function readStation(): SnowStation {
  return JSON.parse(readFileSync(join(PROJECT, 'fixtures', 'snow-station.json'), 'utf8'));
}
