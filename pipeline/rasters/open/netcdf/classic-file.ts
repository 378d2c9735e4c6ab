import { type FileHandle, open } from 'node:fs/promises';
import { NetCDFReader } from 'netcdfjs';
import type { NetcdfAttribute, NetcdfFile, NetcdfType, NetcdfVariable } from './netcdf-variable.ts';

/** Headers are read this far at first, then twice as far until they are whole. */
const HEADER_BYTES = 1 << 16;
const GREATEST_HEADER_BYTES = 1 << 26;

/** Classic types by netcdfjs's names: ours, and their bytes. */
const TYPES: Record<string, { type: NetcdfType; bytes: number }> = {
  byte: { type: 'int8', bytes: 1 },
  char: { type: 'other', bytes: 1 },
  short: { type: 'int16', bytes: 2 },
  int: { type: 'int32', bytes: 4 },
  float: { type: 'float32', bytes: 4 },
  double: { type: 'float64', bytes: 8 },
};

/** Where a variable's numbers lie in the file. */
interface Layout {
  offset: number;
  bytes: number;
  /** Bytes from a record to the next. Null where the first dimension is no record. */
  recordStep: number | null;
}

/**
 * A classic NetCDF-3 file: netcdfjs reads the header. Numbers are read here by blocks, since it takes
 * whole variables (NetCDF Users Guide, "File Format Specifications").
 * @param name of the file, for messages
 * @throws Error when the header is damaged, or the file too large for netcdfjs
 */
export async function openClassic(path: string, name: string): Promise<NetcdfFile> {
  const file = await open(path);
  try {
    const { header } = await readHeader(file, name);
    const layouts = new Map<string, Layout>();
    const variables = new Map<string, NetcdfVariable>();
    const records = header.variables.filter(({ record }) => record);
    for (const variable of header.variables) {
      const { type, bytes } = TYPES[variable.type];
      if (variable.dimensions.some((id) => header.dimensions[id] === undefined)) {
        throw new Error(
          `${name}: its NetCDF-3 header is damaged: "${variable.name}" has a dimension that is not there. Fetch it again.`,
        );
      }
      const dimensions = variable.dimensions.map((id) => header.dimensions[id].name);
      const sizes = variable.dimensions.map((id) => header.dimensions[id].size);
      const shape = variable.record ? [header.recordDimension.length, ...sizes.slice(1)] : sizes;
      // A record of one small only variable is not padded to four bytes.
      const alone =
        records.length === 1 ? shape.slice(1).reduce((n, size) => n * size, bytes) : null;
      const recordStep = variable.record ? (alone ?? header.recordDimension.recordStep ?? 0) : null;
      layouts.set(variable.name, { offset: variable.offset, bytes, recordStep });
      const attributes = attributesOf(variable.attributes);
      variables.set(variable.name, {
        name: variable.name,
        dimensions,
        shape,
        attributes,
        type,
        chunks: null,
      });
    }
    return {
      variables,
      read: (variable, start, count) => {
        const layout = layouts.get(variable.name);
        if (!layout) throw new Error(`${name}: "${variable.name}" is not in the file.`);
        return readBlock(file, layout, variable, start, count, name);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeader(file: FileHandle, name: string): Promise<NetCDFReader> {
  const { size } = await file.stat();
  for (let length = HEADER_BYTES; ; length *= 2) {
    const bytes = Buffer.alloc(Math.min(length, size));
    await file.read(bytes, 0, bytes.length, 0);
    try {
      return new NetCDFReader(bytes);
    } catch (cause) {
      if (length < size && length < GREATEST_HEADER_BYTES) continue;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(
        `${name}: its NetCDF-3 header is not read (${reason}). Rewrite the file with: nccopy -k nc4 in.nc out.nc`,
        { cause },
      );
    }
  }
}

/** netcdfjs takes bytes as without sign. */
function attributesOf(
  list: readonly { name: string; type: string; value: unknown }[],
): Record<string, NetcdfAttribute> {
  const numberOf = (type: string) => (value: unknown) =>
    type === 'byte' ? (Number(value) << 24) >> 24 : Number(value);
  return Object.fromEntries(
    list.map(({ name, type, value }) => [
      name,
      typeof value === 'string' ? textOf(value) : listOf(value).map(numberOf(type)),
    ]),
  );
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

function listOf(value: unknown): unknown[] {
  return ArrayBuffer.isView(value) || Array.isArray(value)
    ? Array.from(value as ArrayLike<unknown>)
    : [value];
}

/** Reads the block row by row of its last dimension, rows that lie together at once. */
async function readBlock(
  file: FileHandle,
  layout: Layout,
  { name: variable, shape, type }: NetcdfVariable,
  start: readonly number[],
  count: readonly number[],
  name: string,
): Promise<Float64Array> {
  const { bytes, offset, recordStep } = layout;
  const { size } = await file.stat();
  if (count.reduce((n, length) => n * length, bytes) > size) {
    throw new Error(
      `${name}: ends before its numbers do: "${variable}" has ${count.join(' x ')} of them. Fetch it again.`,
    );
  }
  const values = new Float64Array(count.reduce((n, size) => n * size, 1));
  const strides = shape.map((_, i) => shape.slice(i + 1).reduce((n, size) => n * size, bytes));
  if (recordStep !== null) strides[0] = recordStep;
  // Dimensions from this one on lie in one piece.
  let inner = shape.length;
  let run = 1;
  while (inner > 0 && (recordStep === null || inner > 1)) {
    inner--;
    run *= count[inner];
    if (count[inner] !== shape[inner]) break;
  }
  const buffer = Buffer.alloc(run * bytes);
  for (let at = 0; at < values.length; at += run) {
    const position = blockPosition(offset, strides, start, count, inner, at / run);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead < buffer.length) {
      throw new Error(`${name}: ends before its numbers do. Fetch it again.`);
    }
    decode(buffer, type, values.subarray(at, at + run));
  }
  return values;
}

/** Where the `index`-th run of a block begins. `inner` is the dimension that runs span. */
function blockPosition(
  offset: number,
  strides: readonly number[],
  start: readonly number[],
  count: readonly number[],
  inner: number,
  index: number,
): number {
  let position = offset;
  let rest = index;
  for (let i = strides.length - 1; i >= 0; i--) {
    const step = i >= inner ? 0 : rest % count[i];
    if (i < inner) rest = Math.floor(rest / count[i]);
    position += (start[i] + step) * strides[i];
  }
  return position;
}

function decode(buffer: Buffer, type: NetcdfType, values: Float64Array): void {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  const readers: Partial<Record<NetcdfType, (i: number) => number>> = {
    int8: (i) => view.getInt8(i),
    int16: (i) => view.getInt16(2 * i),
    int32: (i) => view.getInt32(4 * i),
    float32: (i) => view.getFloat32(4 * i),
    float64: (i) => view.getFloat64(8 * i),
  };
  const valueAt = readers[type] ?? (() => Number.NaN);
  for (let i = 0; i < values.length; i++) values[i] = valueAt(i);
}
