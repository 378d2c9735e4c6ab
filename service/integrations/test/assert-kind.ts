import assert from 'node:assert/strict';
import { ProviderError, type ProviderErrorKind } from '../ports.ts';

/** Waits for the rejection and checks that it is of that kind. */
export async function assertKind(kind: ProviderErrorKind, act: Promise<unknown>): Promise<void> {
  await assert.rejects(act, (error) => {
    assert.ok(error instanceof ProviderError, String(error));
    assert.equal(error.kind, kind, error.message);
    return true;
  });
}
