import { existsSync, readFileSync } from 'node:fs';
import { SKY_RESIDUALS } from '#common/solar/sky-residuals.ts';
import { fitHalf, type MeasuredMonths } from './fit-sky-residuals.ts';
import { type Half, type MeasuredPlane, modelledRatios, readPlaneSpread } from './plane-spread.ts';

const measured = readPlaneSpread();
const HALVES: { half: Half; name: string }[] = [
  { half: 'summer', name: 'April to September' },
  { half: 'winter', name: 'October to March' },
];

/**
 * Prints how much planes vary for what the flat one does, by the kernel beside what was measured.
 * @param monthsPath measured months to fit the light's residuals to anew; undefined: that is left out
 */
export function printPlaneSpread(monthsPath: string | undefined): void {
  console.log(
    "\nSpread of a plane's months for the flat one's at Lyngby: by the kernel (measured; 95 % of resampled months)",
  );
  for (const { half, name } of HALVES) {
    const ratios = Object.entries(measured[half].planes);
    const modelled = modelledRatios(measured, half);
    console.log(`  ${name}, ${measured[half].months.length} months`);
    for (const [plane, { ratio, low, high }] of ratios) {
      const found = modelled[plane as MeasuredPlane];
      const where = found >= low && found <= high ? 'inside' : 'OUTSIDE';
      console.log(
        `    ${plane}  ${found.toFixed(2)} (${ratio.toFixed(2)}; ${low.toFixed(2)}..${high.toFixed(2)})  ${where}`,
      );
    }
  }
  if (monthsPath !== undefined) printFit(monthsPath);
  else console.log('  The fit of the residuals is skipped: no PLANES=months.json is given.');
}

function printFit(path: string): void {
  if (!existsSync(path)) throw new Error(`${path}: is not there, expected the measured months.`);
  const months: MeasuredMonths = JSON.parse(readFileSync(path, 'utf8'));
  const station = { latDeg: measured.lat, ghiKwhM2: measured.ghi_kwh_m2 };
  console.log(`  Residuals of light fitted anew to ${path} (in use)`);
  for (const { half, name } of HALVES) {
    const fitted = Object.entries(fitHalf(months, station, half).residual);
    const used = SKY_RESIDUALS[half];
    const cells = fitted.map(
      ([field, value]) => `${field} ${value.toFixed(3)} (${used[field as keyof typeof used]})`,
    );
    console.log(`    ${name}: ${cells.join(', ')}`);
  }
}
