/** Unicode's control characters and line separators: they would end up in names of deals and rows of invoices. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** The end of a sentence about a text that is not in one line. */
export const ONE_LINE = 'has control characters, expected text in one line';

/** Whether a text, trimmed, is in one line and has nothing that does not show. */
export function isOneLine(text: string): boolean {
  return !CONTROL.test(text.trim());
}
