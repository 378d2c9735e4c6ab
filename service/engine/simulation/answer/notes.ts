import type { House } from '../../battery/house.ts';
import { mean, sum } from '../../statistics.ts';

/** More than a large house has. Ten times as much is refused. */
const MUCH_YEAR_KWH = 100_000;
/** Above the most expensive month so far. Twice as much in the mean of a year is refused. */
const HIGH_MEAN_SEK = 5;

/** Inputs of the notes: a house's hours, and the price of each hour's import. */
interface Inputs {
  house: House;
  prices: { importSekPerKwh: Float64Array };
}

/** Names inputs that are unusual, as those in another unit are, and a main fuse that the house passes. Nothing if none is. */
export function unitNotes({ house, prices }: Inputs): { notes?: string[] } {
  const [pvKwh, loadKwh] = [house.pvKwh, house.loadKwh].map(sum);
  const meanSek = mean(prices.importSekPerKwh);
  const notes = [
    yearNote('pv', pvKwh, 'the roof yields'),
    yearNote('consumption', loadKwh, 'the house uses'),
    meanSek > HIGH_MEAN_SEK
      ? `prices: an imported kWh costs ${meanSek.toFixed(2)} SEK in the mean of the year. If the prices are in öre, divide them by 100.`
      : null,
    fuseNote(house),
  ].filter((note) => note !== null);
  return notes.length > 0 ? { notes } : {};
}

/** How often the house by itself takes more than its limit. No charging does. */
function fuseNote({ loadKwh, pvKwh, gridLimits }: House): string | null {
  if (!gridLimits) return null;
  const { importKw } = gridLimits;
  const hours = loadKwh.filter((kwh, t) => kwh - pvKwh[t] > importKw).length;
  if (hours === 0) return null;
  return `grid: the house itself takes more than ${importKw} kW in ${hours} hours of the year. The battery is not charged above that, and is not made to cover those hours.`;
}

function yearNote(field: string, yearKwh: number, what: string): string | null {
  if (yearKwh <= MUCH_YEAR_KWH) return null;
  return `${field}: ${what} ${Math.round(yearKwh)} kWh a year. If the values are in W or Wh, divide them by 1000.`;
}
