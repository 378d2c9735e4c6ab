import assert from 'node:assert/strict';

/**
 * Equal but for the last printed digit of numbers, which may differ between engines.
 * @param remedy what to run where the difference is meant
 */
export function assertSame(found: unknown, shown: unknown, path: string, remedy: string): void {
  if (typeof found === 'number' && typeof shown === 'number') {
    assert.ok(Math.abs(found - shown) < 0.011, `${path} is ${found}, shown ${shown}. ${remedy}`);
  } else if (isTree(found) && isTree(shown)) {
    assert.deepEqual(Object.keys(found), Object.keys(shown), `${path}. ${remedy}`);
    for (const [key, value] of Object.entries(found)) {
      assertSame(value, shown[key], `${path}.${key}`, remedy);
    }
  } else {
    assert.equal(found, shown, `${path}. ${remedy}`);
  }
}

/** An object, or an array by its indexes. */
function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
