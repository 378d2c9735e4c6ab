import { MONTHS } from '../../schemas/axes.ts';
import { MONTH_NAMES } from '../dataset/dataset-figures.ts';
import type { PlaneAccount } from '../solar/plane-account.ts';
import type { CellAccount, PlaneYear } from './cell-account.ts';

/** A cell's account as a table of months: climate, irradiation and yield of its planes, and their losses. */
export function accountTable(account: CellAccount, systemLoss: number): string {
  const lines = [tableLine('', [...MONTH_NAMES, 'Year'])];
  const months = (label: string, values: ArrayLike<number>, digits: number, total: string) => {
    const cells = Array.from(values, (value) =>
      Number.isNaN(value) ? '-' : value.toFixed(digits),
    );
    lines.push(tableLine(label, [...cells, total]));
  };
  const { ghiKwhM2, diffuseFraction: kd, temperatureC } = account;
  const ghi = sum(ghiKwhM2);
  const diffuse = sum(ghiKwhM2.map((value, m) => value * kd[m]));
  months('GHI kWh/m2', ghiKwhM2, 1, ghi.toFixed(0));
  months('diffuse fraction, raster', account.givenDiffuseFraction, 2, '');
  months('diffuse fraction, used', kd, 2, (diffuse / ghi).toFixed(2));
  months('temperature °C', temperatureC, 1, (sum(temperatureC) / MONTHS).toFixed(1));
  lines.push('In-plane irradiation, kWh/m2');
  for (const plane of account.planes) {
    const values = plane.months.map(({ poaKwhM2 }) => poaKwhM2);
    months(planeLabel(plane), values, 1, sum(values).toFixed(0));
  }
  lines.push('Yield after system loss, kWh/kWp');
  for (const plane of account.planes) {
    const values = plane.months.map(({ yieldKwhKwp }) => yieldKwhKwp * (1 - systemLoss));
    months(planeLabel(plane), values, 1, sum(values).toFixed(0));
  }
  lines.push('', 'Losses of the year: reflection / temperature and low light / system / in all');
  for (const plane of account.planes) lines.push(lossLine(plane, systemLoss));
  return lines.join('\n');
}

function lossLine(plane: PlaneYear, systemLoss: number): string {
  const total = (pick: (month: PlaneAccount) => number) => sum(plane.months.map(pick));
  const poa = total((m) => m.poaKwhM2);
  const used = total((m) => m.usedKwhM2);
  const output = total((m) => m.yieldKwhKwp);
  const losses = [
    1 - used / poa,
    1 - output / used,
    systemLoss,
    1 - (output / poa) * (1 - systemLoss),
  ];
  const shown = losses.map((loss) => `${(-100 * loss).toFixed(1)} %`.padStart(8));
  return `${planeLabel(plane).padEnd(32)}${shown.join(' /')}`;
}

function planeLabel({ label, tiltDeg, azimuthDeg }: PlaneYear): string {
  return `  ${label} (tilt ${tiltDeg}, azimuth ${azimuthDeg})`;
}

function tableLine(label: string, cells: string[]): string {
  return label.padEnd(32) + cells.map((cell) => cell.padStart(7)).join('');
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((a, b) => a + b, 0);
}
