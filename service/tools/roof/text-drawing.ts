/** Figures and small charts of characters. */

const COLUMNS = 80;
/** Eighths of a character's height, and of its width. */
const HEIGHTS = ' ▁▂▃▄▅▆▇█';
const WIDTHS = ' ▏▎▍▌▋▊▉█';
const EIGHTHS = 8;

/** A horizontal bar, `share` of `length` characters. */
export function bar(share: number, length: number): string {
  const eighths = Math.round(share * length * EIGHTHS);
  const whole = WIDTHS[EIGHTHS].repeat(Math.floor(eighths / EIGHTHS));
  return (whole + WIDTHS[eighths % EIGHTHS]).trimEnd();
}

/** A character as high as the share, 0 to 1; what is above 0 shows. */
export function column(share: number): string {
  return HEIGHTS[share > 0 ? Math.max(1, Math.round(share * EIGHTHS)) : 0];
}

/** Whole, with a blank before each three digits. */
export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** The same at the right of a cell. */
export function cell(value: number, width: number): string {
  return grouped(value).padStart(width);
}

/** The text in lines of at most 80 characters, broken at blanks. */
export function wrapped(text: string): string {
  return text.replace(new RegExp(`(?=.{${COLUMNS + 1}})(.{1,${COLUMNS}}) `, 'g'), '$1\n');
}
