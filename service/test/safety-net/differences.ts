import { isObject, type Tree } from './openapi-trees.ts';

const SHOWN = 6;
const WIDTH = 300;

/** The first differences of two trees, a line each: where, before, after. */
export function differences(before: Tree | undefined, after: Tree | undefined): string[] {
  const lines = [...differing(before, after, '')];
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : [];
  return [...lines.slice(0, SHOWN), ...more];
}

function* differing(a: Tree | undefined, b: Tree | undefined, path: string): Generator<string> {
  if (a === b) return;
  const [before, after] = [childrenOf(a), childrenOf(b)];
  if (!before || !after) yield `${path || 'all'}: ${short(a)} -> ${short(b)}`;
  else {
    for (const key of new Set([...before.keys(), ...after.keys()]))
      yield* differing(before.get(key), after.get(key), `${path}/${key}`);
  }
}

function childrenOf(tree: Tree | undefined): Map<string, Tree> | undefined {
  if (tree === undefined) return undefined;
  if (Array.isArray(tree)) return new Map(tree.map((item, i) => [String(i), item]));
  return isObject(tree) ? new Map(Object.entries(tree)) : undefined;
}

function short(tree: Tree | undefined): string {
  const text = tree === undefined ? 'absent' : JSON.stringify(tree);
  return text.length > WIDTH ? `${text.slice(0, WIDTH)}...` : text;
}
