/** Characters of a line that stands next to its code. */
const WIDTH = 50;

/** Items of a list that are shown. */
const ITEMS = 3;

const MORE = '…';

interface TrimOptions {
  /** The fields to show, in their order. All of them by default. */
  fields?: readonly string[];
  /** Lines, at most. */
  lines?: number;
}

/** Writes an answer as JSON, with a sign where a number, a list, an object or the answer itself has more. */
export function trimAnswer(answer: object, { fields, lines = 8 }: TrimOptions = {}): string {
  const all = Object.entries(answer);
  const shown = fields ? all.filter(([name]) => fields.includes(name)) : all;
  const written = shown.flatMap(([name, value]) => writeField(name, value, lines));
  const isCut = shown.length < all.length || written.length > lines - 2;
  const inner = isCut ? [...written.slice(0, lines - 3), `  ${MORE}`] : written;
  return ['{', ...inner, '}'].join('\n');
}

/** A field in one line, or an object of the answer in several where there are lines enough. */
function writeField(name: string, value: unknown, lines: number): string[] {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const line = inline(value, WIDTH - name.length);
  if (!isObject || lines < 10 || !line.includes(MORE)) return [`  "${name}": ${line},`];
  const inner = Object.entries(value).map(
    ([part, of]) => `    "${part}": ${inline(of, WIDTH - part.length - 2)},`,
  );
  return [`  "${name}": {`, ...inner, '  },'];
}

/** A value in a line of about so many characters. */
function inline(value: unknown, width: number): string {
  if (typeof value === 'string' && value.length > width)
    return `"${value.slice(0, Math.max(width, 8))}${MORE}"`;
  if (typeof value !== 'object' || value === null)
    return JSON.stringify(value).replace(/(\.\d{4})\d{4,}$/, `$1${MORE}`);
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS).map((item) => inline(item, width / 2));
    return `[${fitting(items, value.length, width)}]`;
  }
  const parts = Object.entries(value).map(([name, of]) => `"${name}": ${inline(of, width / 2)}`);
  return `{${fitting(parts, parts.length, width)}}`;
}

/** The first parts, at least one, that fit in a line. @param count of all */
function fitting(parts: readonly string[], count: number, width: number): string {
  let end = 1;
  while (end < parts.length && parts.slice(0, end + 1).join(', ').length <= width) end++;
  return [...parts.slice(0, end), ...(end < count ? [MORE] : [])].join(', ');
}
