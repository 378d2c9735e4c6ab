/** A field of the headers that differs; `undefined` where a header has no such field. */
export interface HeaderChange {
  field: string;
  a: unknown;
  b: unknown;
}

/** The fields that differ between two headers, by dotted path, in A's order. */
export function headerChanges(a: object, b: object): HeaderChange[] {
  const [before, after] = [flat(a), flat(b)];
  const fields = [...new Set([...before.keys(), ...after.keys()])];
  return fields
    .filter((field) => JSON.stringify(before.get(field)) !== JSON.stringify(after.get(field)))
    .map((field) => ({ field, a: before.get(field), b: after.get(field) }));
}

/** The leaves of an object; arrays are leaves. */
function flat(value: object, path = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  for (const [name, child] of Object.entries(value)) {
    const isBranch = typeof child === 'object' && child !== null && !Array.isArray(child);
    if (!isBranch) leaves.set(path + name, child);
    else for (const [field, leaf] of flat(child, `${path}${name}.`)) leaves.set(field, leaf);
  }
  return leaves;
}
