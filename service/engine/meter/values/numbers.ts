import { readUnit, type Unit, unitFactor } from './units.ts';

export type DecimalSign = '.' | ',';

const BLANK =
  /^(?:[-–—.?*_]*|#?n[/.]?a\.?#?|#[A-Zn/!]+[!?]?|nan|null|none|nil|undefined|unavailable|unknown|offline|saknas|saknat|missing|mangler|puuttuu|fehlt|tom|ej tillgänglig|inget värde|no data|void|inf(?:inity)?)$/i;
const PLAIN = /^-?\d+$/;
const SIMPLE = { '.': /^-?\d+(?:\.\d+)?$/, ',': /^-?\d+(?:,\d+)?$/ };
const GROUPS = /(?<=\d)[\s\u00a0\u2007\u2009\u202f'’](?=\d{3}(?!\d))/g;
const NUMBER =
  /^([-+−–(]?)\s*((?:\d[\d.,]*|[.,]\d+)(?:[eE][-+]?\d+)?)\s*(\)?)(-?)\s*(?:([kMGmg]?[Ww][Hh]?(?:\/h)?|[kMG]J)?\s*(?:[*~#†!?EeMm]|\([^)]{1,12}\))?)$/;

/** Whether a cell is a missing value: empty, a dash, null, unavailable. */
export function isBlank(cell: string): boolean {
  return BLANK.test(cell);
}

/** Cuts a number into its sign, its digits with their points and commas, and its unit. */
function splitNumber(cell: string) {
  const found = NUMBER.exec(cell.replace(GROUPS, ''));
  if (!found) return null;
  const [, before, digits, closed, after, unit] = found;
  if ((before === '(') !== (closed === ')')) return null;
  const isNegative = /[-−–(]/.test(before) || after === '-';
  return { sign: isNegative ? -1 : 1, digits, unit: unit ? readUnit(unit) : null };
}

/**
 * Finds the decimal sign of cells from all of them: 0,5 and 1,23 show that it is the comma, 1,234,567 that it is not.
 * Where only 1,234 occurs, plain numbers next to it show that the comma stands between thousands.
 */
export function findDecimalSign(cells: readonly string[]): {
  sign: DecimalSign | null;
  isDoubtful: boolean;
} {
  let grouped: DecimalSign | null = null;
  let plain = 0;
  for (const cell of cells) {
    if (PLAIN.test(cell)) {
      // A lone 0 is written without decimals by some, too.
      if (cell !== '0') plain++;
      continue;
    }
    const digits = splitNumber(cell)?.digits;
    if (digits === undefined) continue;
    const found = /[.,]/.exec(digits) ? judgeSign(digits) : null;
    if (found === null) plain++;
    else if (found.isSure) return { sign: found.sign, isDoubtful: false };
    else grouped = found.sign;
  }
  if (grouped === null) return { sign: null, isDoubtful: false };
  return plain > 0
    ? { sign: otherSign(grouped), isDoubtful: false }
    : { sign: grouped, isDoubtful: true };
}

/** A program writes 1234.5, but a workbook may also have numbers as text, with a decimal comma. */
function exactSign(cells: readonly string[]): { sign: DecimalSign; isDoubtful: boolean } {
  const { sign, isDoubtful } = findDecimalSign(cells.filter((cell) => cell.includes(',')));
  return { sign: isDoubtful ? '.' : (sign ?? '.'), isDoubtful: false };
}

const otherSign = (sign: DecimalSign): DecimalSign => (sign === ',' ? '.' : ',');

function judgeSign(digits: string): { sign: DecimalSign; isSure: boolean } {
  const last: DecimalSign = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  const [whole, ...parts] = digits.split(last);
  if (parts.length > 1) return { sign: otherSign(last), isSure: true };
  const isGroup = /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(parts[0]);
  return { sign: last, isSure: !isGroup };
}

/** Facts about a column's numbers that are known before they are read. */
interface KnownNumbers {
  /** Whether a program wrote them. */
  isExact: boolean;
  /** The sign that a person has set. Null for none. */
  decimal: DecimalSign | null;
  /** Sign of the table, for a column that does not show its own. */
  fallback: DecimalSign | null;
}

/** Reads a column's cells. NaN for one that is blank, no number, or too large for one (1e999). */
export function readNumbers(
  cells: readonly string[],
  { isExact, decimal, fallback }: KnownNumbers,
) {
  const own = isExact ? exactSign(cells) : findDecimalSign(cells);
  const found = own.isDoubtful && fallback ? fallback : (own.sign ?? fallback ?? '.');
  const sign = decimal ?? found;
  const values = new Float64Array(cells.length).fill(Number.NaN);
  const bad: number[] = [];
  let filled = 0;
  let unit: Unit | null = null;
  for (const [i, cell] of cells.entries()) {
    if (SIMPLE[sign].test(cell)) {
      values[i] = Number(cell.replace(',', '.'));
    } else if (isBlank(cell)) {
      continue;
    } else {
      const parts = splitNumber(cell);
      if (!parts) {
        bad.push(i);
        continue;
      }
      unit ??= parts.unit;
      values[i] = parts.sign * toNumber(parts.digits, sign);
      if (parts.unit && unit && parts.unit !== unit) values[i] *= unitFactor(parts.unit, unit);
    }
    if (Number.isFinite(values[i])) {
      filled++;
    } else {
      values[i] = Number.NaN;
      bad.push(i);
    }
  }
  return {
    values,
    filled,
    /** Rows of cells with something else than a number or a blank. */
    bad,
    /** The unit behind the numbers. Where there are several, values are in the first. */
    unit,
    /** The sign that was used. Null where no number has a sign, or a program wrote them. */
    decimal: own.sign !== null && !isExact ? sign : null,
    /** Whether 1,234 may be 1.234 or 1234: nothing in the column says. */
    isDoubtful: own.isDoubtful && !fallback && !decimal,
  };
}

function toNumber(digits: string, sign: DecimalSign): number {
  const whole = digits.replaceAll(otherSign(sign), '');
  return Number(sign === ',' ? whole.replace(',', '.') : whole);
}
