/**
 * HDF5's library, in a thread of its own that runs without tsx: its loader would rewrite the library's
 * 4 MB at each start (2.3 s, 600 MB). Asked by hdf5-file.ts. Plain JavaScript, as Node 20 strips no types.
 */
import { Dataset, File, Group, ready } from 'h5wasm/node';
import { move } from 'piscina';

// Otherwise errors go to the terminal and wrong values come back.
(await ready).activate_throwing_error_handler();

export function describe({ path }) {
  return withFile(path, (file) => describeAll(file, ''));
}

/** Numbers of a block of a dataset. Handed over, not copied: a block may have 36 MB. */
export function read({ path, name, ranges }) {
  const numbers = withFile(path, (file) => {
    const dataset = file.get(name);
    return ranges.length === 0 ? dataset.value : dataset.slice(ranges);
  });
  return ArrayBuffer.isView(numbers) ? move(numbers) : numbers;
}

function withFile(path, use) {
  const file = new File(path, 'r');
  try {
    return use(file);
  } finally {
    file.close();
  }
}

/** The datasets of a group and of those in it. */
function describeAll(group, path) {
  return group.keys().flatMap((key) => {
    const member = group.get(key);
    if (member instanceof Group) return describeAll(member, `${path}${key}/`);
    return member instanceof Dataset ? describeOne(member, `${path}${key}`) : [];
  });
}

function describeOne(dataset, name) {
  const { shape, chunks, type, signed, size } = dataset.metadata;
  const isScale = dataset.attrs.CLASS?.value === 'DIMENSION_SCALE';
  const scales = isScale
    ? []
    : (shape ?? []).map((_, i) => dataset.get_attached_scales(i)[0] ?? '');
  const attributes = Object.entries(dataset.attrs).flatMap(([key, { value }]) =>
    ['DIMENSION_LIST', 'REFERENCE_LIST'].includes(key) ? [] : [[key, value]],
  );
  return [
    { name, shape, chunks, type, signed, size, scales, filters: dataset.filters, attributes },
  ];
}
