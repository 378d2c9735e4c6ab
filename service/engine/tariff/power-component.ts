import { CLOCK_HOURS, HOURS, MONTH_START, MONTHS } from '../../../schemas/codec/axes.ts';

/** A power component of a grid tariff, laid out over a year of Swedish clock hours. */
export interface PowerComponent {
  /** A plain charge is on each month's highest hour of all. A charge of a price list follows its own rules. */
  kind: 'plain' | 'listed';
  name: string;
  /** Incl. VAT. */
  sekPerKwMonth: number;
  /** The power billed is the mean of so many highest values. */
  highest: number;
  /** Each day counts with its highest hour only. */
  distinctDays: boolean;
  /** Factor on the power of each hour before it is ranked, 8760 values. 0 outside the component's hours. */
  hourFactor: Float64Array;
  /** A month's power up to this, kW, costs nothing. 0 for none. */
  zeroAtOrBelowKw: number;
}

/** The bill of a component, month by month. */
export interface ComponentBill {
  /** 0 in a month that has no hour of the component. */
  billedKw: Float64Array;
  sek: Float64Array;
}

/**
 * Bills a component, each month by itself: the mean of the highest values, of fewer where the month has
 * fewer, not rounded.
 * @param gridKwh import of each hour, kWh, which is mean kW. Export (below 0) counts as no import
 */
export function billComponent(component: PowerComponent, gridKwh: Float64Array): ComponentBill {
  const { sekPerKwMonth, zeroAtOrBelowKw } = component;
  const billedKw = new Float64Array(MONTHS).map((_, month) => {
    const kw = powerOfMonth(component, gridKwh, month);
    return kw > zeroAtOrBelowKw ? kw : 0;
  });
  return { billedKw, sek: billedKw.map((kw) => kw * sekPerKwMonth) };
}

/** Mean of the highest values of a month, kW. */
function powerOfMonth(
  { highest, distinctDays, hourFactor }: PowerComponent,
  gridKwh: Float64Array,
  month: number,
): number {
  const step = distinctDays ? CLOCK_HOURS : 1;
  const topKw = new Float64Array(highest);
  let values = 0;
  for (let from = MONTH_START[month]; from < MONTH_START[month + 1]; from += step) {
    const kw = highestOf(hourFactor, gridKwh, from, from + step);
    if (kw === null) continue;
    values++;
    insertHigher(topKw, kw);
  }
  let sum = 0;
  for (const kw of topKw) sum += kw;
  return values > 0 ? sum / Math.min(values, highest) : 0;
}

/** Highest weighted import of a stretch. Null if it has no hour of the component. */
function highestOf(
  hourFactor: Float64Array,
  gridKwh: Float64Array,
  from: number,
  to: number,
): number | null {
  let highest: number | null = null;
  for (let t = from; t < to; t++) {
    if (hourFactor[t] === 0) continue;
    highest = Math.max(highest ?? 0, hourFactor[t] * gridKwh[t]);
  }
  return highest;
}

/** Puts a value in its place among the highest, which fall, and drops the least of them. */
function insertHigher(topKw: Float64Array, kw: number): void {
  let at = topKw.length - 1;
  if (kw <= topKw[at]) return;
  for (; at > 0 && kw > topKw[at - 1]; at--) topKw[at] = topKw[at - 1];
  topKw[at] = kw;
}

const EVERY_HOUR = new Float64Array(HOURS).fill(1);

/** A charge on each month's highest hourly import, SEK per kW, as power components: none where it is 0. */
export function plainPower(sekPerKwMonth: number): PowerComponent[] {
  if (sekPerKwMonth === 0) return [];
  const statistic = { highest: 1, distinctDays: false, hourFactor: EVERY_HOUR };
  return [{ kind: 'plain', name: 'peak', sekPerKwMonth, ...statistic, zeroAtOrBelowKw: 0 }];
}

/** The plain charge among power components, SEK per kW. 0 without one. */
export function plainChargeSek(power: readonly PowerComponent[]): number {
  return power.find(({ kind }) => kind === 'plain')?.sekPerKwMonth ?? 0;
}
