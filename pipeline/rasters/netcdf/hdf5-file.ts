import type { Attribute, Dataset, File, Group, Metadata } from 'h5wasm/node';
import type { NetcdfAttribute, NetcdfFile, NetcdfType, NetcdfVariable } from './netcdf-variable.ts';

type Library = typeof import('h5wasm/node');

/** HDF5's classes of datatypes (H5T_class_t). */
const INTEGER = 0;
const FLOAT = 1;

/** Blocks are packed by these; others need plugins that are not here. */
const READABLE_FILTERS = new Set([1, 2, 3]);

/**
 * A NetCDF-4 file's root group, by HDF5's own library as WebAssembly; it reads the disk by blocks.
 * @param name of the file, for messages
 * @throws Error when the file is damaged
 */
export async function openHdf5(path: string, name: string): Promise<NetcdfFile> {
  const library = await loadLibrary();
  const file = explained(name, () => new library.File(path, 'r'));
  try {
    const variables = explained(name, () => readVariables(library, file));
    return {
      variables,
      read: async (variable, start, count) =>
        explained(name, () => readBlock(library, file, variable, start, count, name)),
      close: async () => void file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

let loaded: Promise<Library> | undefined;

/** Loaded when a file first needs it: 4 MB of code. */
function loadLibrary(): Promise<Library> {
  loaded ??= import('h5wasm/node').then(async (library) => {
    const module = await library.ready;
    // Otherwise errors go to the terminal and wrong values come back.
    module.activate_throwing_error_handler();
    return library;
  });
  return loaded;
}

/** HDF5 tells a stack of its own calls; the innermost reason says what a person can use. */
function explained<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (!text.includes('HDF5-DIAG')) throw error;
    const reason = [...text.matchAll(/^ {2}#\d+:.*\(\): (.*)$/gm)].at(-1)?.[1] ?? 'no reason given';
    throw new Error(
      `${name}: the file is damaged or not whole (HDF5: ${reason}). Fetch it again.`,
      { cause: error },
    );
  }
}

function readVariables(library: Library, root: Group): Map<string, NetcdfVariable> {
  const variables = new Map<string, NetcdfVariable>();
  for (const name of root.keys()) {
    const entity = root.get(name);
    if (!(entity instanceof library.Dataset)) continue;
    const { shape, chunks } = entity.metadata;
    const dimensions = dimensionsOf(entity, name);
    const attributes = attributesOf(entity);
    const type = typeOf(entity.metadata);
    variables.set(name, { name, dimensions, shape: shape ?? [], attributes, type, chunks });
  }
  return variables;
}

/** Dimensions are datasets of their own, which a variable is attached to; a dimension is its own. */
function dimensionsOf(dataset: Dataset, name: string): string[] {
  const sizes = dataset.shape ?? [];
  if (dataset.attrs.CLASS?.value === 'DIMENSION_SCALE' && sizes.length === 1) return [name];
  return sizes.map((_, i) => dataset.get_attached_scales(i)[0]?.split('/').at(-1) ?? `axis ${i}`);
}

/** Attributes of HDF5's own, such as lists of references, are left out. */
function attributesOf(dataset: Dataset): Record<string, NetcdfAttribute> {
  const attributes: Record<string, NetcdfAttribute> = {};
  for (const [name, attribute] of Object.entries(dataset.attrs)) {
    const value = attributeValue(attribute);
    if (value !== undefined) attributes[name] = value;
  }
  return attributes;
}

function attributeValue({ name, value }: Attribute): NetcdfAttribute | undefined {
  if (['DIMENSION_LIST', 'REFERENCE_LIST', 'CLASS', 'NAME'].includes(name)) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return [Number(value)];
  if (Array.isArray(value))
    return value.every((v) => typeof v === 'string') ? value.join(' ') : undefined;
  if (!ArrayBuffer.isView(value)) return undefined;
  return Array.from(value as ArrayLike<number | bigint>, Number);
}

function typeOf({ type, signed, size }: Metadata): NetcdfType {
  const names: Record<string, NetcdfType> =
    type === FLOAT
      ? { 4: 'float32', 8: 'float64' }
      : type === INTEGER && signed
        ? { 1: 'int8', 2: 'int16', 4: 'int32', 8: 'int64' }
        : type === INTEGER
          ? { 1: 'uint8', 2: 'uint16', 4: 'uint32' }
          : {};
  return names[size] ?? 'other';
}

function readBlock(
  library: Library,
  file: File,
  { name: variable }: NetcdfVariable,
  start: readonly number[],
  count: readonly number[],
  name: string,
): ArrayLike<number> {
  const dataset = file.get(variable);
  if (!(dataset instanceof library.Dataset)) throw new Error(`${name}: "${variable}" is gone.`);
  const filter = dataset.filters.find(({ id }) => !READABLE_FILTERS.has(id));
  if (filter) {
    throw new Error(
      `${name}: "${variable}" is packed by ${filter.name || `filter ${filter.id}`}, which is not read here; write it anew with: nccopy -F '*,none' in.nc out.nc.`,
    );
  }
  const values =
    start.length === 0
      ? dataset.value
      : dataset.slice(start.map((first, i) => [first, first + count[i]]));
  if (values instanceof BigInt64Array) return Float64Array.from(values, Number);
  if (ArrayBuffer.isView(values)) return values as unknown as ArrayLike<number>;
  return [Number(values)];
}
