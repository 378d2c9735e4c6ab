import { readFile, stat } from 'node:fs/promises';
import { NetCDFReader } from 'netcdfjs';
import type { NetcdfAttribute, NetcdfFile, NetcdfType, NetcdfVariable } from './netcdf-variable.ts';

/** netcdfjs holds the file and its numbers in memory. */
const MOST_BYTES = 1 << 27;

const REWRITE = 'Rewrite the file with: nccopy -k nc4 in.nc out.nc';

/** Bytes of a number by netcdfjs's names of types. */
const BYTES: Record<string, number> = { byte: 1, char: 1, short: 2, int: 4, float: 4, double: 8 };

const TYPES: Record<string, NetcdfType> = {
  byte: 'int8',
  char: 'other',
  short: 'int16',
  int: 'int32',
  float: 'float32',
  double: 'float64',
};

/**
 * A classic NetCDF-3 file, read by netcdfjs: a variable whole, when it is first needed.
 * @param name of the file, for messages
 * @throws Error when the file is damaged, or larger than netcdfjs can hold
 */
export async function openClassic(path: string, name: string): Promise<NetcdfFile> {
  const { size } = await stat(path);
  if (size > MOST_BYTES) {
    throw new Error(
      `${name}: is NetCDF-3 of ${size} bytes, expected at most ${MOST_BYTES}. ${REWRITE}`,
    );
  }
  const reader = readerOf(await readFile(path), name);
  const variables = new Map(
    reader.variables.map((variable) => [variable.name, variableOf(reader, variable, name)]),
  );
  const read = new Map<string, Float64Array>();
  return {
    variables,
    read: async (variable, start, count) => {
      const values = read.get(variable.name) ?? valuesOf(reader, variable, name);
      read.set(variable.name, values);
      return blockOf(values, variable.shape, start, count);
    },
  };
}

function readerOf(bytes: Buffer, name: string): NetCDFReader {
  try {
    return new NetCDFReader(bytes);
  } catch (cause) {
    throw new Error(
      `${name}: its NetCDF-3 header is not read (${(cause as Error).message}). ${REWRITE}`,
      { cause },
    );
  }
}

function variableOf(
  { dimensions: all, recordDimension }: NetCDFReader,
  { name: variable, dimensions: ids, attributes, type, record }: NetCDFReader['variables'][0],
  name: string,
): NetcdfVariable {
  if (ids.some((id) => all[id] === undefined)) {
    throw new Error(
      `${name}: its NetCDF-3 header is damaged: "${variable}" has a dimension that is not there. Fetch it again.`,
    );
  }
  const sizes = ids.map((id) => all[id].size);
  return {
    name: variable,
    dimensions: ids.map((id) => all[id].name),
    shape: record ? [recordDimension.length, ...sizes.slice(1)] : sizes,
    attributes: attributesOf(attributes),
    type: TYPES[type],
    chunks: null,
  };
}

/** Texts, and numbers with their sign. */
function attributesOf(
  list: readonly { name: string; type: string; value: unknown }[],
): Record<string, NetcdfAttribute> {
  return Object.fromEntries(
    list.map(({ name, type, value }) => [
      name,
      typeof value === 'string' ? textOf(value) : [value].flat().map(signed(type)),
    ]),
  );
}

/** netcdfjs takes bytes as without sign. */
function signed(type: string): (value: unknown) => number {
  return (value) => (type === 'byte' ? (Number(value) << 24) >> 24 : Number(value));
}

/** netcdfjs makes a character of each byte, those above 127 with its sign. Text is UTF-8, of old programs Latin-1. */
function textOf(value: string): string {
  const bytes = Uint8Array.from(value, (char) => char.charCodeAt(0) & 0xff);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\0+$/, '');
  } catch {
    return Buffer.from(bytes).toString('latin1').replace(/\0+$/, '');
  }
}

/** All numbers of a variable. netcdfjs gives an array a record, each with the padding to four bytes. */
function valuesOf(
  reader: NetCDFReader,
  { name: variable, shape }: NetcdfVariable,
  name: string,
): Float64Array {
  const found = reader.variables.find((one) => one.name === variable);
  const count = product(shape);
  const ends = `${name}: ends before its numbers do: "${variable}" has ${shape.join(' x ')} of them. Fetch it again.`;
  if (!found || count > reader.buffer.length) throw new Error(ends);
  refuseUnpadded(reader, found, shape, name);
  const values = new Float64Array(count);
  const each = found.record ? product(shape.slice(1)) : 1;
  try {
    const parts = reader.getDataVariable(found).slice(0, count / each);
    for (const [i, part] of parts.entries()) {
      values.set([part].flat().slice(0, each).map(signed(found.type)), i * each);
    }
    return values;
  } catch (cause) {
    throw new Error(ends, { cause });
  }
}

/** Records of a single small variable are not padded to four bytes, which netcdfjs does not know. */
function refuseUnpadded(
  { variables }: NetCDFReader,
  { name: variable, type, record }: NetCDFReader['variables'][0],
  shape: readonly number[],
  name: string,
): void {
  const bytes = (BYTES[type] ?? 1) * product(shape.slice(1));
  if (!record || bytes % 4 === 0 || variables.filter((one) => one.record).length > 1) return;
  throw new Error(
    `${name}: "${variable}" is the only variable with records, of ${bytes} bytes, which are not read. ${REWRITE}`,
  );
}

function product(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all * size, 1);
}

/** The block of an array of a shape, last dimension fastest. */
function blockOf(
  values: Float64Array,
  shape: readonly number[],
  start: readonly number[],
  count: readonly number[],
): Float64Array {
  if (shape.length === 0) return values;
  const [[first, ...starts], [length, ...counts], [, ...inner]] = [start, count, shape];
  const stride = product(inner);
  const size = product(counts);
  const block = new Float64Array(length * size);
  for (let i = 0; i < length; i++) {
    const part = values.subarray((first + i) * stride, (first + i + 1) * stride);
    block.set(blockOf(part, inner, starts, counts), i * size);
  }
  return block;
}
