/** A time as a file writes it. */
export interface WrittenTime {
  /** The clock's reading as if it were UTC, ms. */
  clockMs: number;
  /** Minutes that the clock is before UTC; null if the file does not say. */
  offsetMin: number | null;
  /** Whether there is a time of day after the date. */
  hasHour: boolean;
}

const CLOCK = String.raw`(?:[T ]\s*(\d{1,2})[:.](\d{2})(?::\d{2}(?:\.\d+)?)?)?`;
const ZONE = String.raw`\s*(Z|[+-]\d{2}:?\d{2})?`;
/** Some files write the hour as "00:00 - 01:00". */
const UNTIL = String.raw`(?:\s*[-–]\s*\d{1,2}[:.]\d{2})?`;

const YEAR_FIRST = new RegExp(
  String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${CLOCK}${UNTIL}${ZONE}$`,
);
const DAY_FIRST = new RegExp(
  String.raw`^(\d{1,2})[./](\d{1,2})[./](\d{4})${CLOCK}${UNTIL}${ZONE}$`,
);
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2}):?(\d{2}))?$/;

/** Reads a date with or without time of day: 2025-03-30T01:00:00Z, 2025-03-30 01:00, 30.03.2025 01:00, 20250330. */
export function readTime(text: string): WrittenTime | null {
  const dayFirst = DAY_FIRST.exec(text);
  const found = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? dayFirst;
  if (!found) return null;
  const [, first, month, last, hour, minute, zone] = found;
  const [year, day] = found === dayFirst ? [last, first] : [first, last];
  const hasHour = hour !== undefined;
  const [y, mo, d, h, mi] = [year, month, day, hour ?? '0', minute ?? '0'].map(Number);
  if (y < 1990 || y > 2100 || mo < 1 || mo > 12 || d < 1 || d > 31 || h > 24 || mi > 59)
    return null;
  return { clockMs: Date.UTC(y, mo - 1, d, h, mi), offsetMin: readOffset(zone), hasHour };
}

function readOffset(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  if (zone === 'Z') return 0;
  const minutes = 60 * Number(zone.slice(1, 3)) + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}
