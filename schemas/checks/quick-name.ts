/**
 * Export name of a schema's ready check: `api/pv-yield-query.schema.json` is `pvYieldQuery`,
 * without its `oneOf` `pvYieldQueryWithoutOneOf`.
 */
export function quickName(id: string, without: readonly string[] = []): string {
  const file = id.slice(id.lastIndexOf('/') + 1).replace('.schema.json', '');
  const words = [file, ...without.map((keyword) => `without-${keyword}`)];
  return words.join('-').replace(/-(.)/g, (_, first: string) => first.toUpperCase());
}
