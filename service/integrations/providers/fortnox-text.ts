/** Texts in the signs that Fortnox takes: one other sign refuses a whole invoice, or a customer. */

/** The signs of Fortnox's guide beside letters, digits, blanks and line breaks. */
const SIGNS = '–.:,;´`’^¤#%§£$€¢¥©™°&/()=+-*_!?²³®½@\\';
const TAKEN = /^[\p{L}\p{Nd} \u00a0]$/u;

/** What stands for common signs that Fortnox does not take. */
const INSTEAD: Record<string, string> = {
  '—': '–',
  '−': '-',
  '·': '-',
  '•': '-',
  '~': '-',
  '×': 'x',
  '"': '’’',
  '“': '’’',
  '”': '’’',
  '„': '’’',
  "'": '’',
  '‘': '’',
  '<': '(',
  '[': '(',
  '{': '(',
  '>': ')',
  ']': ')',
  '}': ')',
  '|': '/',
  '…': '...',
  '¼': '1/4',
  '¾': '3/4',
};

/**
 * The text as Fortnox takes it, in one line: other signs are replaced, or left out where nothing resembles them.
 * @param most longest length, in UTF-16 units
 */
export function fortnoxText(text: string, most = 255): string {
  const line = text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  const signs = [...line].map((sign) =>
    TAKEN.test(sign) || SIGNS.includes(sign) ? sign : (INSTEAD[sign] ?? ''),
  );
  return signs.join('').trim().slice(0, most);
}
