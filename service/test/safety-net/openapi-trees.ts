/** OpenAPI documents as trees that only change when their meaning does. */

export type Tree = null | boolean | number | string | Tree[] | { [key: string]: Tree };

/** The document with each reference replaced by what it names and keys in order. A cycle keeps its reference. */
export function withoutReferences(document: Tree): Tree {
  const resolve = (node: Tree, above: readonly string[]): Tree => {
    if (Array.isArray(node)) return node.map((item) => resolve(item, above));
    if (node === null || typeof node !== 'object') return node;
    const { $ref, ...rest } = node;
    if (typeof $ref !== 'string' || above.includes($ref)) return inOrder(node, above);
    const target = resolve(atPointer(document, $ref), [...above, $ref]);
    const besides = inOrder(rest, above);
    return isObject(target) && isObject(besides) ? { ...target, ...besides } : target;
  };
  const inOrder = (node: { [key: string]: Tree }, above: readonly string[]): Tree =>
    Object.fromEntries(
      Object.keys(node)
        .sort()
        .map((key) => [key, resolve(node[key], above)]),
    );
  return resolve(document, []);
}

/** The tree without descriptions, summaries, titles and examples: what a program reads. */
export function withoutTexts(tree: Tree): Tree {
  if (Array.isArray(tree)) return tree.map(withoutTexts);
  if (!isObject(tree)) return tree;
  const kept = Object.entries(tree).filter(([key, value]) => !isText(key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutTexts(value)]));
}

/** A property may be named `title`, too: its value is a schema. */
function isText(key: string, value: Tree): boolean {
  if (key === 'examples' || key === 'example') return true;
  return ['description', 'summary', 'title'].includes(key) && typeof value === 'string';
}

function atPointer(document: Tree, reference: string): Tree {
  const steps = reference.split('/').slice(1);
  return steps.reduce<Tree>((node, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    const next = Array.isArray(node) ? node[Number(name)] : isObject(node) ? node[name] : undefined;
    if (next === undefined) throw new Error(`${reference} names nothing in the OpenAPI document.`);
    return next;
  }, document);
}

export function isObject(node: Tree): node is { [key: string]: Tree } {
  return node !== null && typeof node === 'object' && !Array.isArray(node);
}
