import { Piscina } from 'piscina';
import { IS_BUNDLED } from '../../../../schemas/project.ts';
import type {
  NetcdfAttribute,
  NetcdfFile,
  NetcdfType,
  NetcdfVariable,
  NumberArray,
} from './netcdf-variable.ts';

/** HDF5's classes of datatypes (H5T_class_t). */
const INTEGER = 0;
const FLOAT = 1;

/** Deflate, shuffle and Fletcher's checksum. Others need plugins that are not here. */
const READABLE_FILTERS = new Set([1, 2, 3]);
/** h5py's own filter. nccopy, ncks and cdo have no plugin for it, and Debian's (hdf5-plugin-lzf) is one that they do not take. */
const LZF = 32000;
const LZF_LINE = `python3 -c "import h5py; f=h5py.File('in.nc','r+'); plain=lambda n,v,a,s:(f.__delitem__(n), f.create_dataset(n,data=v).attrs.update(a), [f[n].dims[i].attach_scale(x) for i,x in enumerate(s)]); [plain(n, f[n][()], {k:v for k,v in f[n].attrs.items() if k!='DIMENSION_LIST'}, [x[0] for x in f[n].dims]) for n in list(f) if f[n].compression=='lzf']"`;

/** A dataset as the worker describes it. */
interface Hdf5Dataset {
  name: string;
  shape: number[] | null;
  chunks: number[] | null;
  type: number;
  signed: boolean;
  size: number;
  /** Path of each dimension. None for a dimension itself. */
  scales: string[];
  filters: { id: number; name: string }[];
  attributes: [name: string, value: unknown][];
}

/**
 * The thread of HDF5's library. Without work for a second it ends, and its memory, 60 MB and what HDF5 unpacked, with
 * it. Not sooner: Node 20 aborts the process when V8 still compiles for a thread that ends.
 */
const worker = new Piscina({
  filename: new URL(IS_BUNDLED ? './hdf5-worker.js' : './hdf5-worker.mjs', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 1000,
  execArgv: [],
  env: {},
});

/**
 * A NetCDF-4 file with its groups, by HDF5's own library as WebAssembly. It reads the disk by blocks.
 * @param name of the file, for messages
 * @throws Error when the file is damaged
 */
export async function openHdf5(path: string, name: string): Promise<NetcdfFile> {
  const run = (task: string, argument: object) =>
    worker.run({ path, ...argument }, { name: task }).catch(({ message }: Error) => {
      throw explained(name, message);
    });
  const datasets: Hdf5Dataset[] = await run('describe', {});
  const filters = new Map(datasets.map((dataset) => [dataset.name, dataset.filters]));
  return {
    variables: new Map(datasets.map((dataset) => [dataset.name, variableOf(dataset)])),
    read: async (variable, start, count) => {
      refuseFilters(filters.get(variable.name) ?? [], variable.name, name);
      const ranges = start.map((first, i) => [first, first + count[i]]);
      return numbersOf(await run('read', { name: variable.name, ranges }));
    },
  };
}

/** How HDF5's library stops in damaged files: with a stack of its own calls, or without a reason. */
const STOPPED = /HDF5-DIAG|name not defined|memory access out of bounds|Aborted\(|unreachable/;

/** The innermost reason of HDF5's stack says what a person can use. */
function explained(name: string, text: string): Error {
  if (!STOPPED.test(text)) return new Error(`${name}: ${text}`);
  const reason = [...text.matchAll(/^ {2}#\d+:.*\(\): (.*)$/gm)].at(-1)?.[1] ?? 'no reason given';
  return new Error(`${name}: the file is damaged or not whole (HDF5: ${reason}). Fetch it again.`);
}

/** Name that NetCDF-4 writes to a dimension without coordinates, whose numbers are zeros (HDF5 dimension scales). */
const NO_COORDINATES = 'This is a netCDF dimension but not a netCDF variable';

/** Dimensions are datasets of their own, which a variable is attached to. A dimension is its own. */
function variableOf({ name, shape, scales, ...dataset }: Hdf5Dataset): NetcdfVariable {
  const sizes = shape ?? [];
  const attributes: Record<string, NetcdfAttribute> = {};
  for (const [key, value] of dataset.attributes) {
    const attribute = attributeOf(value);
    if (attribute !== undefined && key !== 'CLASS' && key !== 'NAME') attributes[key] = attribute;
  }
  const isDimensionOnly = dataset.attributes.some(
    ([key, value]) => key === 'NAME' && String(value).startsWith(NO_COORDINATES),
  );
  const dimensions =
    scales.length === 0 && sizes.length === 1
      ? [name]
      : sizes.map((_, i) => scales[i]?.replace(/^\//, '') || `axis ${i}`);
  return {
    name,
    dimensions,
    shape: sizes,
    attributes,
    type: isDimensionOnly ? 'other' : typeOf(dataset),
    chunks: dataset.chunks,
  };
}

function attributeOf(value: unknown): NetcdfAttribute | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return [Number(value)];
  if (Array.isArray(value)) {
    return value.every((part) => typeof part === 'string') ? value.join('\n') : undefined;
  }
  return isTypedArray(value) ? Array.from(value, Number) : undefined;
}

function isTypedArray(value: unknown): value is NodeJS.TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function typeOf({ type, signed, size }: Pick<Hdf5Dataset, 'type' | 'signed' | 'size'>): NetcdfType {
  if (type === FLOAT) return size === 4 ? 'float32' : size === 8 ? 'float64' : 'other';
  if (type !== INTEGER) return 'other';
  const signedTypes: NetcdfType[] = ['int8', 'int16', 'int32', 'int64'];
  const unsignedTypes: NetcdfType[] = ['uint8', 'uint16', 'uint32'];
  return (signed ? signedTypes : unsignedTypes)[Math.log2(size)] ?? 'other';
}

function refuseFilters(filters: Hdf5Dataset['filters'], variable: string, name: string): void {
  const filter = filters.find(({ id }) => !READABLE_FILTERS.has(id));
  if (!filter) return;
  const found = `${name}: "${variable}" is packed by`;
  if (filter.id === LZF) {
    throw new Error(
      `${found} lzf, which is not read, nor by nccopy, ncks or cdo. Unpack it in place with: ${LZF_LINE}`,
    );
  }
  throw new Error(
    `${found} ${filter.name || `filter ${filter.id}`}, which is not read. Rewrite it with: nccopy -F '*,none' in.nc out.nc`,
  );
}

function numbersOf(values: unknown): NumberArray {
  if (!isTypedArray(values)) return Float64Array.of(Number(values));
  const isBig = values instanceof BigInt64Array || values instanceof BigUint64Array;
  return isBig ? Float64Array.from(values, Number) : values;
}
