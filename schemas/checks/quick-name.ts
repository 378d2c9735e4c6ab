/** Export name of a schema's ready check: `api/pv-yield-query.schema.json` is `pvYieldQuery`. */
export function quickName(id: string): string {
  const file = id.slice(id.lastIndexOf('/') + 1).replace('.schema.json', '');
  return file.replace(/-(.)/g, (_, first: string) => first.toUpperCase());
}
