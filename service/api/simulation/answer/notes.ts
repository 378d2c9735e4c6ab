import type { House } from '#engine/battery/house.ts';
import { mean, sum } from '#engine/statistics.ts';

/** A hundred large houses: a house's watts or watt-hours come to more. */
const MOST_YEAR_KWH = 1_000_000;
/** Three times the dearest month so far: prices in öre come to more. */
const MOST_MEAN_SEK = 10;

/** What notes look at: a house's hours, and what an hour's import costs. */
interface Inputs {
  house: House;
  prices: { importSekPerKwh: Float64Array };
}

/** Says which inputs look as if they were in another unit; nothing if none does. */
export function unitNotes({ house, prices }: Inputs): { notes?: string[] } {
  const [pvKwh, loadKwh] = [house.pvKwh, house.loadKwh].map(sum);
  const meanSek = mean(prices.importSekPerKwh);
  const notes = [
    yearNote('pv', pvKwh, 'the roof yields'),
    yearNote('consumption', loadKwh, 'the house uses'),
    meanSek > MOST_MEAN_SEK
      ? `prices: an imported kWh costs ${meanSek.toFixed(2)} SEK in the mean of the year. If the prices are in öre, divide them by 100.`
      : null,
  ].filter((note) => note !== null);
  return notes.length > 0 ? { notes } : {};
}

function yearNote(field: string, yearKwh: number, what: string): string | null {
  if (yearKwh <= MOST_YEAR_KWH) return null;
  return `${field}: ${what} ${Math.round(yearKwh)} kWh a year. If the values are in W or Wh, divide them by 1000.`;
}
