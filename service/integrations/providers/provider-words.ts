/** A provider's own sentence about a refusal, as the organisation may see it. */

const MOST = 200;
/** A word with an address, or with so many digits that it may be somebody's number, or a secret. */
const NOT_SHOWN = /@|\d{5}|\d{4}\D?\d{2}|^\S{41,}$/;

/** The words in one line, without personal numbers, addresses and keys. Undefined if there are none. */
export function providerWords(found: unknown): string | undefined {
  if (typeof found !== 'string') return undefined;
  const words = found.slice(0, MOST).split(/\s+/);
  const shown = words.map((word) => (NOT_SHOWN.test(word) ? '…' : word)).join(' ');
  return shown.trim() === '' ? undefined : shown.trim();
}
