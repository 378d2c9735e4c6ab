/** Times of a column, each as its row has it. */
export interface Times {
  /** The clock's reading as if it were UTC, ms. NaN for a cell that is no time. */
  clockMs: Float64Array;
  /** Minutes by which the clock is ahead of UTC. NaN if the cell does not say. */
  offsetMin: Float64Array;
  /** End of the interval that the cell names. NaN for none. */
  endMs: Float64Array;
  /** Whether some have a time of day other than midnight, which a workbook has in every date. */
  hasHours: boolean;
  /** Order of day, month and year. Null where each date shows its own. */
  order: DateOrder | null;
  /** Whether 3/4 may be in March or in April: nothing in the column says. */
  isDoubtful: boolean;
}

/** Order of day and month in dates such as 03/04/2025. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

interface Written {
  /** Year, month and day, or three numbers whose order is that of the column. */
  date: [number, number, number];
  isOrdered: boolean;
  /** Minutes since midnight. Null for a date only. */
  minutes: number | null;
  offsetMin: number;
  /** End of the interval, in minutes since midnight. NaN for none. */
  untilMin: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A minus behind seconds begins an offset, and one behind minutes the end of an interval. */
const FAST =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|(?:\+|(?<=:\d\d:[\d.]+)-)\d\d(?::?\d\d)?)?$/;
/** Dates that begin with a year or name their month. One of a month has no day. */
const ORDERED = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})\.?(?!\d)/,
  /^(?<year>\d{4})[-/](?<month>\d{2})$/,
  /^(?<year>(?:19|20)\d{2})(?<month>\d{2})(?<day>\d{2})(?=$|[T _-]?\d{4}(?:\d{2})?(?:Z|$)|[T _-]?\d{1,2}:)/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[.\s-]*(?<name>\p{L}{3,10})\.?[\s,.-]*(?<year>\d{4}|\d{2})(?!\d|:)/u,
  /^(?<name>\p{L}{3,10})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})/u,
];
const THREE = /^(\d{1,2})(\s?[-/.]\s?|\s)(\d{1,2})(?:\s?[-/.]\s?|\s)(\d{4}|\d{2})(?![\d:])/;
const WEEKDAY =
  /^(?:m[åa]n|tis|ons|tor|fre|l[öøo]r|s[öøo]n|mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)\p{L}*\.?,?\s+(?=\d)/iu;
/** Times of day. Swedish has fm and em. */
const CLOCKS = [
  /^[T\s,_;-]*(?:kl(?:ockan)?\.?\s*)?(?<hour>\d{1,2})(?:[:.h](?<minute>\d{2}))(?:[:.](?<second>\d{2})(?:[.,]\d+)?)?(?:\s*(?<half>[AaPpFfEe])\.?[Mm]\.?(?!\p{L}))?/u,
  /^[T\s_-]?(?<hour>\d{2})(?<minute>\d{2})(?:\d{2})?(?=Z|$)/,
  /^[T\s]\s*(?<hour>\d{1,2})\s*h?(?=$|\s*(?:-|–|till|[AaPp][Mm]))(?:\s*(?<half>[AaPp])[Mm])?/,
];
const UNTIL = /^\s*(?:-|–|—|\/|to|till|til|bis|tot|until)\s*(?=\d)/i;
const ZONE =
  /^\s*[([]?(Z|UTC|GMT|CEST|CET|MESZ|MEZ|EET|EEST)?\s*([-+]\d{1,2}(?::?\d{2})?)?\s*[)\]]?(?:\s*\[[\w/+-]+\])?$/i;
const ZONES: Record<string, number> = {
  z: 0,
  utc: 0,
  gmt: 0,
  cet: 60,
  mez: 60,
  cest: 120,
  mesz: 120,
  eet: 120,
  eest: 180,
};
const MONTHS: [RegExp, number][] = [
  [/^(?:jan|janv|tammi)/i, 1],
  [/^(?:feb|f[ée]v|helmi)/i, 2],
  [/^(?:mar|mär|mrz|maa|mrt|mrz)/i, 3],
  [/^(?:apr|avr|huhti)/i, 4],
  [/^(?:ma[jiy]|mei|touko)/i, 5],
  [/^(?:jun|juin|kesä)/i, 6],
  [/^(?:jul|juil|heinä)/i, 7],
  [/^(?:aug|aoû|elo)/i, 8],
  [/^(?:sep|syys)/i, 9],
  [/^(?:o[kc]t|loka)/i, 10],
  [/^(?:nov|marras)/i, 11],
  [/^(?:de[czs]|déc|joulu)/i, 12],
];

/** Whether a cell begins with a date. */
export function isTime(cell: string): boolean {
  if (FAST.test(cell)) return true;
  const isNumber = /^-?\d+(?:[.,]\d+)?$/.test(cell) && ![8, 12, 14].includes(cell.length);
  return cell.length > 5 && cell.length < 70 && !isNumber && parse(cell) !== null;
}

/**
 * Reads the times of a column. The order of day and month comes from all of its cells.
 * @param chosen order that a person has set. Null for none
 */
export function readTimes(cells: readonly string[], chosen: DateOrder | null): Times {
  const times: Times = {
    clockMs: new Float64Array(cells.length).fill(Number.NaN),
    offsetMin: new Float64Array(cells.length).fill(Number.NaN),
    endMs: new Float64Array(cells.length).fill(Number.NaN),
    hasHours: false,
    order: null,
    isDoubtful: false,
  };
  const dates = new Map<number, Written>();
  let written: Written | null = null;
  for (const [i, cell] of cells.entries()) {
    if (cell !== cells[i - 1]) written = parse(cell);
    if (written?.isOrdered) fillTime(times, i, written, 'ymd');
    else if (written) dates.set(i, written);
  }
  if (dates.size === 0) return times;
  const found = findOrder([...dates.values()]);
  const order = chosen ?? found.order;
  for (const [i, written] of dates) fillTime(times, i, written, order);
  return { ...times, order, isDoubtful: found.isDoubtful && chosen === null };
}

function fillTime(times: Times, i: number, written: Written, order: DateOrder): void {
  const dayMs = toDay(written, order);
  if (Number.isNaN(dayMs)) return;
  const startMs = dayMs + (written.minutes ?? 0) * MINUTE_MS;
  times.clockMs[i] = startMs;
  times.offsetMin[i] = written.offsetMin;
  if (written.minutes) times.hasHours = true;
  if (Number.isNaN(written.untilMin)) return;
  const endMs = dayMs + written.untilMin * MINUTE_MS;
  times.endMs[i] = endMs > startMs ? endMs : endMs + DAY_MS;
}

/** Midnight of a date, NaN for one that no calendar has. */
function toDay({ date: [a, b, c], isOrdered }: Written, order: DateOrder): number {
  const by = isOrdered ? 'ymd' : order;
  const year = by === 'ymd' ? a : c;
  const month = by === 'mdy' ? a : b;
  const day = by === 'ymd' ? c : by === 'dmy' ? a : b;
  const full = year < 100 ? 2000 + year : year;
  const ms = Date.UTC(full, month - 1, day);
  const isReal = full > 1990 && full < 2100 && month >= 1 && month <= 12 && day >= 1;
  return isReal && ms < Date.UTC(full, month, 1) ? ms : Number.NaN;
}

/** An interval of ISO 8601. */
const INTERVAL = /^(\d{4}-\d\d-\d\dT[^/[]+)\/\d.+$/;

function parse(given: string): Written | null {
  const cell = given.includes('/') ? given.replace(INTERVAL, '$1') : given;
  const fast = FAST.exec(cell);
  if (fast) {
    const [, year, month, day, hour, minute, second, zone] = fast;
    return {
      date: [Number(year), Number(month), Number(day)],
      isOrdered: true,
      minutes: toMinutes(hour, minute, second),
      offsetMin: zone === undefined ? Number.NaN : readOffset(zone),
      untilMin: Number.NaN,
    };
  }
  return /\d/.test(cell) ? parseFreely(cell.replace(/[\s\u00a0\u202f]+/g, ' ')) : null;
}

function parseFreely(text: string): Written | null {
  const cell = text.replace(WEEKDAY, '');
  const found = parseDate(cell);
  if (!found) return null;
  const { date, isOrdered, length } = found;
  const clock = parseClock(cell.slice(length));
  const { minutes, rest } = clock ?? { minutes: null, rest: cell.slice(length) };
  const written = { date, isOrdered, minutes, offsetMin: Number.NaN, untilMin: Number.NaN };
  const until = UNTIL.exec(rest);
  if (!until) return closeTime(written, rest);
  const end = rest.slice(until[0].length);
  const second = parseDate(end);
  const endClock = parseClock(second ? end.slice(second.length) : end);
  if (endClock) return closeTime({ ...written, untilMin: endClock.minutes }, endClock.rest);
  return second && clock === null ? null : closeTime(written, rest);
}

/** A time with the zone behind it. Null if anything else follows. */
function closeTime(written: Written, rest: string): Written | null {
  if (rest.trim() === '') return written;
  const found = ZONE.exec(rest);
  if (!found) return /^\s*\[[\w/]+\]$/.test(rest) ? written : null;
  const [, name, offset] = found;
  const ahead = name ? ZONES[name.toLowerCase()] : 0;
  return { ...written, offsetMin: ahead + (offset ? readOffset(offset) : 0) };
}

function parseDate(
  cell: string,
): (Pick<Written, 'date' | 'isOrdered'> & { length: number }) | null {
  const three = THREE.exec(cell);
  if (three && (three[2] !== ' ' || three[4].length === 4)) {
    const date: Written['date'] = [Number(three[1]), Number(three[3]), Number(three[4])];
    return { date, isOrdered: false, length: three[0].length };
  }
  for (const pattern of ORDERED) {
    const found = pattern.exec(cell);
    if (!found?.groups) continue;
    const { year, name, day = 1 } = found.groups;
    const month = found.groups.month ?? MONTHS.find(([names]) => names.test(name))?.[1];
    if (month === undefined) return null;
    const date: Written['date'] = [Number(year), Number(month), Number(day)];
    return { date, isOrdered: true, length: found[0].length };
  }
  return null;
}

/** Reads a time of day, minutes since midnight, and what follows it. Null where there is none. */
export function parseClock(text: string): { minutes: number; rest: string } | null {
  for (const pattern of CLOCKS) {
    const found = pattern.exec(text);
    if (!found?.groups) continue;
    const { hour, minute = '0', second, half } = found.groups;
    const of24 = half ? (Number(hour) % 12) + (/[pe]/i.test(half) ? 12 : 0) : hour;
    const minutes = toMinutes(of24, minute, second);
    const isReal = minutes <= 24 * 60 && Number(minute) <= 59;
    return isReal ? { minutes, rest: text.slice(found[0].length) } : null;
  }
  return null;
}

/** Minutes since midnight. The last second of a minute is the next one. */
function toMinutes(hour: number | string, minute: string, second = '0'): number {
  const seconds = Number(second) >= 59 ? 60 : Number(second);
  return Number(hour) * 60 + Number(minute) + seconds / 60;
}

function readOffset(zone: string): number {
  if (zone === 'Z') return 0;
  const [, sign, hours, minutes] = /([-+])(\d{1,2}):?(\d{2})?/.exec(zone) ?? [];
  const ahead = 60 * Number(hours) + Number(minutes ?? 0);
  return sign === '-' ? -ahead : ahead;
}

/** Finds the order from numbers that can be no month or no day, and else from which makes the days go on evenly. */
function findOrder(dates: readonly Written[]): { order: DateOrder; isDoubtful: boolean } {
  const most = [0, 0, 0];
  for (const { date } of dates) for (const k of [0, 1, 2]) most[k] = Math.max(most[k], date[k]);
  const isPossible: Record<DateOrder, boolean> = {
    dmy: most[0] <= 31 && most[1] <= 12,
    mdy: most[0] <= 12 && most[1] <= 31,
    ymd: most[2] <= 31 && most[1] <= 12,
  };
  const orders = (['dmy', 'mdy', 'ymd'] as const).filter((order) => isPossible[order]);
  if (orders.length === 0) return { order: 'dmy', isDoubtful: false };
  if (orders.length === 1) return { order: orders[0], isDoubtful: false };
  const jumps = orders.map((order) => countJumps(dates, order));
  const [least] = jumps.toSorted((a, b) => a - b);
  const best = orders.filter((_, k) => jumps[k] === least);
  return { order: best[0], isDoubtful: best.length > 1 };
}

/** Counts dates that are no day after, before or as the one above. */
function countJumps(dates: readonly Written[], order: DateOrder): number {
  let jumps = 0;
  for (let i = 1; i < dates.length; i++) {
    const days = (toDay(dates[i], order) - toDay(dates[i - 1], order)) / DAY_MS;
    if (!(Math.abs(days) <= 1)) jumps++;
  }
  return jumps;
}
