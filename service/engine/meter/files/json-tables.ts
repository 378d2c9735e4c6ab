/** Rows of cells, and the name by which a document has them. */
interface JsonTable {
  name: string;
  rows: string[][];
}

type Fields = Record<string, unknown>;

/** Lists with fewer rows than this part of the longest are something else. */
const LEAST_PART = 0.1;

/**
 * Finds the tables of a JSON document, or of lines of JSON: arrays of objects, of arrays or of numbers, arrays by
 * name, and values by time. Null for text that is no JSON.
 */
export function jsonTables(text: string): JsonTable[] | null {
  const document = parse(text.trim());
  if (document === null) return null;
  const found = listTables('', document);
  const longest = found.reduce((most, { rows }) => Math.max(most, rows.length), 0);
  return found.filter(({ rows }) => rows.length >= LEAST_PART * longest);
}

function parse(text: string): object | null {
  if (!/^[[{]/.test(text)) return null;
  for (const each of [text, `[${text.split('\n').join(',')}]`]) {
    try {
      return JSON.parse(each);
    } catch {}
  }
  return null;
}

function listTables(name: string, value: unknown): JsonTable[] {
  if (Array.isArray(value)) return arrayTables(name, value);
  if (!isFields(value)) return [];
  const entries = Object.entries(value);
  const columns = entries.filter(([, part]) => Array.isArray(part) && !part.some(isObject));
  if (columns.length > 1) return [columnTable(name, columns as [string, unknown[]][])];
  const cells = entries.filter(([, part]) => !isObject(part));
  if (cells.length > 20 && entries.every(([key]) => /^\d{4}-|^\d{9,}/.test(key))) {
    return [{ name, rows: entries.map(([key, part]) => [key, writeCell(part)]) }];
  }
  return entries.flatMap(([key, part]) => listTables(key, part));
}

function arrayTables(name: string, items: readonly unknown[]): JsonTable[] {
  if (items.every((item) => !isObject(item))) {
    return [{ name, rows: items.map((item) => [writeCell(item)]) }];
  }
  if (items.every((item) => Array.isArray(item) && !item.some(isObject))) {
    return [{ name, rows: (items as unknown[][]).map((row) => row.map(writeCell)) }];
  }
  const isNested = items.every((item) => isFields(item) && hasArray(item));
  if (isNested || items.some(Array.isArray)) return items.flatMap((item) => listTables(name, item));
  return [objectTable(name, items.filter(isFields))];
}

function hasArray(value: unknown): boolean {
  return Array.isArray(value) || (isFields(value) && Object.values(value).some(hasArray));
}

/** A row for each object, below the names of all fields. */
function objectTable(name: string, objects: readonly Fields[]): JsonTable {
  const flat = objects.map((each) => new Map(flatten('', each)));
  const names = [...new Set(flat.flatMap((each) => [...each.keys()]))];
  return { name, rows: [names, ...flat.map((each) => names.map((key) => each.get(key) ?? ''))] };
}

function flatten(path: string, value: unknown): [string, string][] {
  if (!isFields(value)) return [[path, writeCell(value)]];
  const fields = Object.entries(value);
  return fields.flatMap(([key, part]) => flatten(path ? `${path}.${key}` : key, part));
}

function columnTable(name: string, columns: readonly [string, unknown[]][]): JsonTable {
  const height = columns.reduce((most, [, cells]) => Math.max(most, cells.length), 0);
  const rows = Array.from({ length: height }, (_, i) =>
    columns.map(([, cells]) => writeCell(cells[i])),
  );
  return { name, rows: [columns.map(([key]) => key), ...rows] };
}

function writeCell(value: unknown): string {
  return value === null || value === undefined ? '' : String(value).trim();
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isFields = (value: unknown): value is Fields => isObject(value) && !Array.isArray(value);
