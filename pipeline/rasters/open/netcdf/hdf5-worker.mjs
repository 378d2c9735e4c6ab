/**
 * HDF5's library, in a thread of its own that runs without tsx: its loader would rewrite the library's
 * 4 MB at each start (2.3 s, 600 MB). Asked by hdf5-file.ts. Plain JavaScript, as Node 20 strips no types.
 */
import { parentPort } from 'node:worker_threads';
import { Dataset, File, Group, ready } from 'h5wasm/node';

const files = new Map();
let opened = 0;
// Otherwise errors go to the terminal and wrong values come back.
const library = ready.then((module) => module.activate_throwing_error_handler());

const work = {
  open: (path) => {
    const file = new File(path, 'r');
    files.set(++opened, file);
    return { id: opened, datasets: describeAll(file, '') };
  },
  read: ({ id, name, ranges }) => {
    const dataset = files.get(id).get(name);
    return ranges.length === 0 ? dataset.value : dataset.slice(ranges);
  },
  close: (id) => {
    files.get(id).close();
    files.delete(id);
  },
};

/** The datasets of a group and of those in it. */
function describeAll(group, path) {
  return group.keys().flatMap((key) => {
    const member = group.get(key);
    if (member instanceof Group) return describeAll(member, `${path}${key}/`);
    return member instanceof Dataset ? describe(member, `${path}${key}`) : [];
  });
}

function describe(dataset, name) {
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

parentPort.on('message', async ({ id, task, argument }) => {
  await library;
  try {
    const result = work[task](argument);
    // Handed over, not copied: a block may have 36 MB.
    const numbers = ArrayBuffer.isView(result) ? [result.buffer] : [];
    parentPort.postMessage({ id, result }, numbers);
  } catch (error) {
    parentPort.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
