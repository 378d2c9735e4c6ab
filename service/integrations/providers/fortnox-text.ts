/** Texts in the signs that Fortnox takes: one other sign refuses a whole invoice, or a customer. */

/** The signs of Fortnox's guide beside letters, digits, blanks and line breaks. */
const SIGNS = '–.:,;´`’^¤#%§£$€¢¥©™°&/()=+-*_!?²³®½@\\';
const TAKEN = /^[\p{L}\p{Nd} \u00a0]$/u;

/** What stands for common signs that Fortnox does not take. */
const INSTEAD: Record<string, string> = {
  '—': '–',
  '―': '–',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '→': '-',
  '←': '-',
  '↔': '-',
  '⇒': '-',
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
  '′': '’',
  '″': '’’',
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
  const line = text.normalize('NFC').replaceAll(/\s/g, ' ');
  const signs = [...line].map((sign) => (isTaken(sign) ? sign : (INSTEAD[sign] ?? '')));
  return signs.join('').replaceAll(/ +/g, ' ').trim().slice(0, most);
}

/** Whether Fortnox takes the text as it is: what has to stay as it is, such as an e-mail, is not sent otherwise. */
export function isFortnoxText(text: string): boolean {
  return [...text].every(isTaken);
}

function isTaken(sign: string): boolean {
  return TAKEN.test(sign) || SIGNS.includes(sign);
}
