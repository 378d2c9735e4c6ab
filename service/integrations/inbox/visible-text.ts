/** Text of other systems, so that nothing in it hides or turns what stands beside it. */

/** Control and format characters, those that turn the direction of text too, and line and paragraph separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The text with each character that does not show written as its code. Blanks of any kind stay blanks. */
export function visibleText(text: string): string {
  return text.replace(/[\t\n\r]+/g, ' ').replace(HIDDEN, writeCode);
}

function writeCode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
