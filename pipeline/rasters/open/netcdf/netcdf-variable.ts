/** Value of an attribute: its text, or its numbers. */
export type NetcdfAttribute = string | number[];

/** A variable as its file declares it; nothing of its values is read. */
export interface NetcdfVariable {
  name: string;
  /** Names and sizes of the dimensions, slowest first. */
  dimensions: string[];
  shape: number[];
  attributes: Record<string, NetcdfAttribute>;
  type: NetcdfType;
  /** Sizes of the blocks that HDF5 packs whole; null where values lie one after the other. */
  chunks: number[] | null;
}

/** How numbers are stored; `other` is text, references and whatever is no number. */
export type NetcdfType =
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'float32'
  | 'float64'
  | 'other';

/** Numbers as they are stored, whole ones of 64 bits as float64. */
export type NumberArray = Exclude<NodeJS.TypedArray, BigInt64Array | BigUint64Array>;

/** An opened file of either form. */
export interface NetcdfFile {
  variables: Map<string, NetcdfVariable>;
  /** The stored numbers of a block of a variable, last dimension fastest. */
  read(
    variable: NetcdfVariable,
    start: readonly number[],
    count: readonly number[],
  ): Promise<NumberArray>;
  close(): Promise<void>;
}
