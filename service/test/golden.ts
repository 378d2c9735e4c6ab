import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { formatJson } from '../../schemas/generate/format-json.ts';

const FILE = new URL('golden.json', import.meta.url);

/** A request, good or bad, and its answer as somebody read it and found it right. */
export interface Golden {
  method: string;
  path: string;
  body?: unknown;
  status: number;
  answer: unknown;
}

/** The golden requests and answers, on the default dataset. */
export function readGolden(): Golden[] {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** Replaces them: the difference is reviewed like code. */
export function writeGolden(golden: readonly Golden[]): void {
  writeFileSync(FILE, formatJson(golden));
}

/** Answer of a service to a golden request. */
export async function askGolden(base: string, { method, path, body }: Golden): Promise<Golden> {
  const text = body === undefined ? null : JSON.stringify(body);
  const response = await fetch(base + path, { method, body: text });
  const answer: unknown = await response.json();
  return { method, path, ...(body === undefined ? {} : { body }), status: response.status, answer };
}

/**
 * Equal but for the last printed digit of numbers, which may differ between engines.
 * @param remedy the command to run where the difference is meant
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
