import { hoursInLocalDay, localDay, localDayNumber } from '#clock/stockholm-time.ts';
import { validator } from '../../../schemas/checks/validate.ts';
import { PRICE_AREAS } from '../../../schemas/codec/price-area.ts';
import type { PriceArea } from '../../../schemas/types.ts';
import { namingFile, type PriceFile } from './price-files.ts';
import { type QuotedPrice, resolutionsOf } from './spot-price.ts';

const checkDay = validator('data/elprisetjustnu-day.schema.json');

/**
 * Prices of a day file of elprisetjustnu.se, `MM-DD_SE3.json`: SEK/kWh without VAT, hours or
 * quarter hours. Ends are not read: on the autumn day the feed writes the last one before the clock
 * change in the new offset, an hour too late.
 * @throws Error when an entry is malformed or of another day, or the local day cannot hold them all
 */
export function readElprisetjustnu(file: PriceFile): QuotedPrice[] {
  const { area, monthDay } = nameParts(file);
  const entries = namingFile(file, () => checkDay(JSON.parse(file.text)));
  const starts = entries.map((entry) => Date.parse(entry.time_start));
  const minutes = resolutionsOf(starts);
  const days = starts.map(localDayNumber);
  entries.forEach((entry, i) => {
    // The schema allows 23:59:60, which is no date: its day is NaN and equals no other.
    if (i > 0 && days[i] === days[i - 1]) return;
    if (!Number.isNaN(days[i]) && localDay(starts[i]).slice(5) === monthDay) return;
    throw new Error(
      `${file.label}: "[${i}].time_start" is ${entry.time_start}, expected a time on ${monthDay} in Sweden. Fetch the day again.`,
    );
  });
  checkCount(file, starts, minutes.includes(15) ? 4 : 1);
  return entries.map((entry, i) => ({
    area,
    startMs: starts[i],
    minutes: minutes[i],
    price: entry.SEK_per_kWh,
    unit: 'sek_per_kwh',
    where: `${file.label}, entry [${i}]`,
  }));
}

function nameParts(file: PriceFile): { area: PriceArea; monthDay: string } {
  const [, monthDay, code] = /^(\d\d-\d\d)_(SE\d)\.json$/.exec(file.name) ?? [];
  const area = PRICE_AREAS.find((candidate) => candidate === code);
  if (area !== undefined) return { area, monthDay };
  throw new Error(
    `${file.label}: the name has no day and price area, expected one like 01-31_SE3.json. Rename or remove the file.`,
  );
}

function checkCount(file: PriceFile, starts: number[], perHour: number): void {
  if (starts.length === 0) return;
  const holds = hoursInLocalDay(starts[0]) * perHour;
  if (starts.length <= holds) return;
  throw new Error(
    `${file.label}: has ${starts.length} entries, expected at most ${holds}, as many as ${localDay(starts[0])} has in Sweden. Fetch the day again.`,
  );
}
