import { HOURS } from '../../../schemas/codec/axes.ts';
import type { CappedHours } from './battery.ts';
import type { Prices } from './house.ts';

/**
 * The cost of storing energy in each hour, as linear pieces in the order of their slopes: sell from the
 * battery, then what the house itself settles (cover its deficit, or store its surplus), then buy to store.
 * In an hour whose surplus is above the limit on export the battery has nothing to sell, and its first piece is to
 * store what would be curtailed, which costs nothing. Where these slopes do not ascend, neighbours are pooled: the pieces are the lower convex hull of the cost.
 */
export interface MarginalCostSegments {
  hours: CappedHours;
  prices: Prices;
  /** Stored kWh of each piece after `setLengths`, [hour][piece], piece fastest. 0 of a piece that is not there. */
  lengthKwh: Float64Array;
  /** SEK per stored kWh of each piece, same order. */
  slope: Float64Array;
  /** Slopes before pooling, same order. Without caps. */
  ownSlope: Float64Array;
  /** Markup in planning on the price of energy bought to store: least spread and penalty, per stored kWh. */
  markupSekPerKwh: number;
  /** 1 in an hour whose own slopes do not ascend. */
  outOfOrder: Uint8Array;
  /** Greatest energy that may leave the store in each hour, kWh. */
  outKwh: Float64Array;
  /** Cost of letting that much out, SEK: minus what it earns and saves. */
  outSek: Float64Array;
  /** Cap that each hour's pieces were set after, kW, or another one under which they are the same. */
  setKw: Float64Array;
}

/** Number of pieces in an hour. */
export const PIECES = 3;

/** Shorter pieces, kWh, are rounding. */
export const SLIVER_KWH = 1e-12;

/**
 * Pieces of a year.
 * @param minSpreadSekPerKwh least gain on a delivered kWh that was bought. In planning only
 */
export function marginalCostSegments(
  hours: CappedHours,
  prices: Prices,
  minSpreadSekPerKwh: number,
): MarginalCostSegments {
  const penaltySek = hours.flows.gridCharge === 'when_forced' ? aboveAnyGain(prices, hours) : 0;
  const pieces: MarginalCostSegments = {
    hours,
    prices,
    lengthKwh: new Float64Array(HOURS * PIECES),
    slope: new Float64Array(HOURS * PIECES),
    ownSlope: new Float64Array(HOURS * PIECES),
    markupSekPerKwh: minSpreadSekPerKwh * hours.battery.efficiency + penaltySek,
    outOfOrder: new Uint8Array(HOURS),
    outKwh: new Float64Array(HOURS),
    outSek: new Float64Array(HOURS),
    setKw: new Float64Array(HOURS).fill(Number.NaN),
  };
  setSlopes(pieces);
  setMaxOut(pieces);
  return pieces;
}

/** A price on bought energy that no spread of the year pays for, SEK per stored kWh. */
function aboveAnyGain(
  { importSekPerKwh, exportSekPerKwh }: Prices,
  { battery }: CappedHours,
): number {
  let highest = 0;
  for (let t = 0; t < HOURS; t++) {
    highest = Math.max(highest, Math.abs(importSekPerKwh[t]), Math.abs(exportSekPerKwh[t]));
  }
  return 1 + (2 * highest) / battery.efficiency;
}

function setSlopes(pieces: MarginalCostSegments): void {
  const { slope, ownSlope, markupSekPerKwh, outOfOrder, hours } = pieces;
  const { importSekPerKwh, exportSekPerKwh } = pieces.prices;
  const r = hours.battery.efficiency;
  for (let t = 0; t < HOURS; t++) {
    const own = hours.netKwh[t] < 0 ? exportSekPerKwh[t] / r : importSekPerKwh[t] * r;
    // A battery that sells nothing has no such piece, and what it cannot do is never out of order.
    const sell = firstSlope(pieces, t, own);
    const buy = importSekPerKwh[t] / r + markupSekPerKwh;
    ownSlope[t * PIECES] = sell;
    ownSlope[t * PIECES + 1] = own;
    ownSlope[t * PIECES + 2] = buy;
    outOfOrder[t] = sell <= own && own <= buy ? 0 : 1;
  }
  slope.set(ownSlope);
}

/** Slope of an hour's first piece: to sell from the battery, or to store what would be curtailed. */
function firstSlope({ hours, prices }: MarginalCostSegments, t: number, own: number): number {
  if (-hours.netKwh[t] > hours.exportKw[t]) return 0;
  return hours.flows.batteryExport ? prices.exportSekPerKwh[t] * hours.battery.efficiency : own;
}

/** Sets the most that may leave the store, which no cap changes, and its cost. */
function setMaxOut({ outKwh, outSek, hours, prices }: MarginalCostSegments): void {
  const { powerKw, efficiency } = hours.battery;
  for (let t = 0; t < HOURS; t++) {
    const coverKwh = Math.min(powerKw, Math.max(0, hours.netKwh[t]));
    const mostSoldKwh = Math.max(0, hours.exportKw[t] + Math.min(0, hours.netKwh[t]));
    const sellKwh = hours.flows.batteryExport ? Math.min(powerKw - coverKwh, mostSoldKwh) : 0;
    outKwh[t] = (sellKwh + coverKwh) / efficiency;
    outSek[t] = -(sellKwh * prices.exportSekPerKwh[t] + coverKwh * prices.importSekPerKwh[t]);
  }
}

/**
 * Sets the pieces of hours `from` to `to`-1 after their caps: a cap cuts first, then neighbours are pooled. An
 * hour whose cap is the same, or whose charge no cap has limited since, is as it was.
 */
export function setLengths(pieces: MarginalCostSegments, from: number, to: number): void {
  const { lengthKwh, outOfOrder, setKw } = pieces;
  const { netKwh, chargeLimitKwh, exportKw, capKw, battery, flows } = pieces.hours;
  const batteryExport = flows.batteryExport;
  const powerKw = battery.powerKw;
  const r = battery.efficiency;
  for (let t = from; t < to; t++) {
    const net = netKwh[t];
    const limit = chargeLimitKwh[t];
    const cap = capKw[t];
    if (cap === setKw[t] || (setKw[t] >= net + limit && cap >= net + limit)) continue;
    setKw[t] = cap;
    const room = cap - net;
    const charge = room < limit ? (room > 0 ? room : 0) : limit;
    const cover = net > 0 ? (net < powerKw ? net : powerKw) : 0;
    const store = net < 0 ? (-net < charge ? -net : charge) : 0;
    const forced = room < 0 ? -room : 0;
    const at = t * PIECES;
    const mostSold = net < 0 ? exportKw[t] + net : exportKw[t];
    // A surplus above the limit is curtailed, where it is not stored.
    const saved = mostSold < 0 ? (-mostSold < store ? -mostSold : store) : 0;
    const sell = powerKw - cover < mostSold ? powerKw - cover : mostSold;
    lengthKwh[at] = mostSold < 0 ? saved * r : batteryExport ? sell / r : 0;
    lengthKwh[at + 1] = net < 0 ? (store - saved) * r : (cover - forced) / r;
    lengthKwh[at + 2] = (charge - store) * r;
    if (outOfOrder[t] === 1) poolHour(pieces, at);
  }
}

/**
 * Pools neighbours whose slopes do not ascend into one piece of their summed length and mean slope (pool
 * adjacent violators). A plan that ends within such a piece is billed at more than its hull.
 */
function poolHour({ lengthKwh, slope, ownSlope }: MarginalCostSegments, first: number): void {
  const end = first + PIECES;
  let next = first;
  for (let piece = first; piece < end; piece++) {
    let kwh = lengthKwh[piece];
    let sekPerKwh = ownSlope[piece];
    if (kwh === 0) continue;
    while (next > first && slope[next - 1] > sekPerKwh) {
      next--;
      kwh += lengthKwh[next];
      sekPerKwh += ((slope[next] - sekPerKwh) * lengthKwh[next]) / kwh;
    }
    lengthKwh[next] = kwh;
    slope[next++] = sekPerKwh;
  }
  while (next < end) lengthKwh[next++] = 0;
}
