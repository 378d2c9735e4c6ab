/** Writes classic NetCDF-3 files of numbers, by its format specification (CDF-1). */

/** A variable of float64 along named dimensions. */
export interface WrittenVariable {
  dimensions: readonly string[];
  attributes: Record<string, string | number>;
  values: readonly number[];
}

/** A dimension's coordinates, by its name. */
export function axis(
  name: string,
  values: readonly number[],
  attributes: WrittenVariable['attributes'] = {},
): Record<string, WrittenVariable> {
  return { [name]: { dimensions: [name], attributes, values } };
}

const [DIMENSION, VARIABLE, ATTRIBUTE] = [10, 11, 12];
const [CHAR, DOUBLE] = [2, 6];

/** A file without records. Sizes are those of its dimensions, in their order. */
export function classicFile(
  sizes: Record<string, number>,
  variables: Record<string, WrittenVariable>,
): Buffer {
  const header = (begins: readonly number[]) =>
    Buffer.concat([
      Buffer.from('CDF\x01\0\0\0\0', 'latin1'),
      list(
        DIMENSION,
        Object.entries(sizes).map(([name, size]) => [text(name), int(size)]),
      ),
      list(0, []),
      list(
        VARIABLE,
        Object.entries(variables).map(([name, variable], i) => [
          text(name),
          ...describe(variable, Object.keys(sizes)),
          int(begins[i] ?? 0),
        ]),
      ),
    ]);
  const contents = Object.values(variables).map(({ values }) => doubles(values));
  let end = header([]).length;
  const begins = contents.map(({ length }) => {
    end += length;
    return end - length;
  });
  return Buffer.concat([header(begins), ...contents]);
}

function describe(
  { dimensions, attributes, values }: WrittenVariable,
  names: readonly string[],
): Buffer[] {
  const pairs = Object.entries(attributes);
  return [
    int(dimensions.length),
    ...dimensions.map((name) => int(names.indexOf(name))),
    list(
      pairs.length === 0 ? 0 : ATTRIBUTE,
      pairs.map(([name, value]) =>
        typeof value === 'string'
          ? [text(name), int(CHAR), text(value)]
          : [text(name), int(DOUBLE), int(1), doubles([value])],
      ),
    ),
    int(DOUBLE),
    int(8 * values.length),
  ];
}

function list(tag: number, parts: readonly Buffer[][]): Buffer {
  return Buffer.concat([int(tag), int(parts.length), ...parts.flat()]);
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

/** Length and characters, up to a multiple of four bytes. */
function text(value: string): Buffer {
  const bytes = Buffer.alloc(4 * Math.ceil(value.length / 4));
  bytes.write(value, 'latin1');
  return Buffer.concat([int(value.length), bytes]);
}

function doubles(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => {
    bytes.writeDoubleBE(value, 8 * i);
  });
  return bytes;
}
