import { HOURS } from './calendar.ts';
import type { CappedHours } from './capped-hours.ts';
import type { Prices } from './house.ts';

/**
 * The cost of storing energy in each hour, as linear pieces in the order of their slopes: sell from the
 * battery, then what the house itself settles (cover its deficit, or store its surplus), then buy to store.
 */
export interface HourPieces {
  hours: CappedHours;
  /** Stored kWh of each piece, [hour][piece], piece fastest. */
  lengthKwh: Float64Array;
  /** SEK per stored kWh of each piece, same order; without caps. */
  slope: Float64Array;
  /** Most that may leave the store in each hour, kWh. */
  outKwh: Float64Array;
  /** Cost of letting that much out, SEK: minus what it earns and saves. */
  outSek: Float64Array;
  /** Within the slope of buying: a price that keeps purchases to what the caps force, SEK per stored kWh. */
  penaltySek: number;
  /** What a charge in the hour rules out: `KEEPS_ALL` and so on. */
  dropped: Uint8Array;
}

/** Pieces of an hour. */
export const PIECES = 3;

const KEEPS_ALL = 0;
const DROPS_EXPORT = 1;
const DROPS_DISCHARGE = 2;

/**
 * Pieces of a year.
 * @param hurdleSekPerKwh least gain on a delivered kWh that was bought; in planning only
 */
export function hourPieces(
  hours: CappedHours,
  prices: Prices,
  hurdleSekPerKwh: number,
): HourPieces {
  const penaltySek = hours.flows.gridCharge === 'when_forced' ? aboveAnyGain(prices, hours) : 0;
  const pieces = {
    hours,
    penaltySek,
    lengthKwh: new Float64Array(HOURS * PIECES),
    slope: new Float64Array(HOURS * PIECES),
    outKwh: new Float64Array(HOURS),
    outSek: new Float64Array(HOURS),
    dropped: new Uint8Array(HOURS),
  };
  setSlopes(pieces, prices, hurdleSekPerKwh * hours.battery.efficiency + penaltySek);
  setLengths(pieces, 0, HOURS);
  return pieces;
}

/** A price on bought energy that no spread of the year pays for, SEK per stored kWh. */
function aboveAnyGain({ importSekPerKwh }: Prices, { battery }: CappedHours): number {
  let highest = 0;
  for (const sek of importSekPerKwh) if (Math.abs(sek) > highest) highest = Math.abs(sek);
  return 1 + (2 * highest) / battery.efficiency;
}

/** An export price above the import price is planned as the import price: that keeps the cost convex. */
function setSlopes(pieces: HourPieces, prices: Prices, onBoughtSek: number): void {
  const { slope, dropped, hours } = pieces;
  const { importSekPerKwh, exportSekPerKwh } = prices;
  const r = hours.battery.efficiency;
  for (let t = 0; t < HOURS; t++) {
    const buy = importSekPerKwh[t];
    const sell = exportSekPerKwh[t] < buy ? exportSekPerKwh[t] : buy;
    const surplus = hours.netKwh[t] < 0;
    const at = t * PIECES;
    slope[at] = sell * r;
    slope[at + 1] = surplus ? sell / r : buy * r;
    slope[at + 2] = buy / r + onBoughtSek;
    const charge = slope[surplus ? at + 1 : at + 2];
    if (!surplus && buy * r > charge) dropped[t] = DROPS_DISCHARGE;
    else dropped[t] = sell * r > charge ? DROPS_EXPORT : KEEPS_ALL;
  }
}

/**
 * Sets the lengths of hours `from` to `to`-1 after their caps. Prices below 0 would reward charging and
 * discharging at once: an hour that may charge then drops the discharge, unless a cap forces it.
 */
export function setLengths(pieces: HourPieces, from: number, to: number): void {
  const { lengthKwh, slope, outKwh, outSek, dropped } = pieces;
  const { netKwh, chargeLimitKwh, capKw, battery, flows } = pieces.hours;
  const batteryExport = flows.batteryExport;
  const powerKw = battery.powerKw;
  const r = battery.efficiency;
  for (let t = from; t < to; t++) {
    const net = netKwh[t];
    const room = capKw[t] - net;
    const limit = chargeLimitKwh[t];
    const charge = room < limit ? (room > 0 ? room : 0) : limit;
    const drop = charge > 0 ? dropped[t] : KEEPS_ALL;
    let cover = net > 0 ? (net < powerKw ? net : powerKw) : 0;
    const sell = batteryExport && drop === KEEPS_ALL ? powerKw - cover : 0;
    if (drop === DROPS_DISCHARGE) cover = 0;
    const store = net < 0 ? (-net < charge ? -net : charge) : 0;
    const forced = room < 0 ? -room : 0;
    const at = t * PIECES;
    lengthKwh[at] = sell / r;
    lengthKwh[at + 1] = net < 0 ? store * r : (cover - forced) / r;
    lengthKwh[at + 2] = (charge - store) * r;
    outKwh[t] = (sell + cover) / r;
    outSek[t] = -(sell * slope[at] + (net > 0 ? cover * slope[at + 1] : 0)) / r;
  }
}
