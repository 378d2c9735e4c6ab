import type { NetcdfType } from './netcdf-variable.ts';

/** What holds each type's numbers in memory. */
const ARRAYS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** Bytes of a stored number. */
export function numberBytes(type: NetcdfType): number {
  return type === 'other' ? 8 : ARRAYS[type].BYTES_PER_ELEMENT;
}

/** Numbers of a type from their little-endian bytes. */
export function numbersIn(bytes: ArrayBuffer, type: NetcdfType): Float64Array {
  if (type === 'other') return new Float64Array(bytes.byteLength / 8).fill(Number.NaN);
  return Float64Array.from(new ARRAYS[type](bytes), Number);
}
