/** A field that is there otherwise than it was sent. */
export interface Difference {
  field: string;
  sent: unknown;
  read: unknown;
}

/**
 * Compares what was sent with what is there, field by field; members that were not sent are not looked at. Empty,
 * null and missing are alike, a number is alike in whatever form, and an e-mail in whatever case.
 * @returns the fields that differ, and the number of all that were compared
 */
export function compareFields(
  sent: unknown,
  read: unknown,
  field = '',
): { compared: number; differences: Difference[] } {
  if (typeof sent !== 'object' || sent === null) {
    return { compared: 1, differences: isSame(sent, read) ? [] : [{ field, sent, read }] };
  }
  const members = Object.entries(sent).map(([name, value]) =>
    compareFields(value, memberOf(read, name), field === '' ? name : `${field}.${name}`),
  );
  return {
    compared: members.reduce((sum, { compared }) => sum + compared, 0),
    differences: members.flatMap(({ differences }) => differences),
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

function isSame(sent: unknown, read: unknown): boolean {
  const [a, b] = [textOf(sent), textOf(read)];
  if (a === b) return true;
  if (a.includes('@')) return a.toLowerCase() === b.toLowerCase();
  return a !== '' && b !== '' && Number(a) === Number(b);
}

function textOf(value: unknown): string {
  return String(value ?? '').trim();
}
