import { existsSync, readFileSync } from 'node:fs';
import { SKY_RESIDUALS } from '#common/solar/sky-residuals.ts';
import { fitSeason, type MeasuredMonths } from './fit-sky-residuals.ts';
import {
  type MeasuredPlane,
  modelledRatios,
  readPlaneSpread,
  type Season,
} from './plane-spread.ts';

const measured = readPlaneSpread();
const HALVES = [
  { half: 'summer', name: 'April to September' },
  { half: 'winter', name: 'October to March' },
] as const;

/**
 * Prints how much planes vary for what the flat one does, by the kernel beside what was measured.
 * @param monthsPath measured months to fit the light's residuals to anew; undefined: that is left out
 */
export function printPlaneSpread(monthsPath: string | undefined): void {
  console.log(
    "\nSpread of a plane's months for the flat one's at Lyngby: by the kernel (measured; 95 % of resampled months)",
  );
  for (const { half, name } of HALVES) printSeason(half, name, () => '');
  printSeason('spring', 'March to May', ownAndAll);
  if (monthsPath !== undefined) printFit(monthsPath);
  else console.log('  The fit of the residuals is skipped: no PLANES=months.json is given.');
}

function printSeason(season: Season, name: string, beside: (plane: MeasuredPlane) => string): void {
  const modelled = modelledRatios(measured, season);
  console.log(`  ${name}, ${measured[season].months.length} months`);
  for (const [key, { ratio, low, high }] of Object.entries(measured[season].planes)) {
    const plane = key as MeasuredPlane;
    const found = modelled[plane];
    const where = found >= low && found <= high ? 'inside' : 'OUTSIDE';
    console.log(
      `    ${plane}  ${found.toFixed(2)} (${ratio.toFixed(2)}; ${low.toFixed(2)}..${high.toFixed(2)})  ${where}${beside(plane)}`,
    );
  }
}

/** Spring's other measurements: about the calendar months' own means, and of all the station's months (no interval). */
function ownAndAll(plane: MeasuredPlane): string {
  const own = `; about own months ${measured.spring_about_own_months[plane].toFixed(2)}`;
  const all = measured.spring_of_45_months[plane];
  if (all === undefined) return own;
  const [least, most] = all.map((ratio) => ratio.toFixed(2));
  return `${own}; of 45 months ${least === most ? least : `${least} to ${most}`}`;
}

function printFit(path: string): void {
  if (!existsSync(path)) throw new Error(`${path}: is not there, expected the measured months.`);
  const months: MeasuredMonths = JSON.parse(readFileSync(path, 'utf8'));
  const station = { latDeg: measured.lat, ghiKwhM2: measured.ghi_kwh_m2 };
  console.log(`  Residuals of light fitted anew to ${path} (in use)`);
  for (const { half, name } of HALVES) {
    const fitted = Object.entries(fitSeason(months, station, half).residual);
    const used = SKY_RESIDUALS[half];
    const cells = fitted.map(
      ([field, value]) => `${field} ${value.toFixed(3)} (${used[field as keyof typeof used]})`,
    );
    console.log(`    ${name}: ${cells.join(', ')}`);
  }
}
