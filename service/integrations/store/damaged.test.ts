/** A store of which one byte was altered, as a failing disk does: it is refused, or what is read is what was written. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { PROSPECT } from '../test/bodies.ts';
import { ENCRYPTION, ORG } from '../test/organisation.ts';
import { newStoreFile } from '../test/stores.ts';
import { putProspect, readProspect } from './prospects.ts';
import { openStore } from './sqlite.ts';
import type { Store } from './store.ts';

const IDS = Array.from({ length: 30 }, (_, i) => `p${i}`);

/** Names and addresses that are read from persons' data. */
const namesIn = async (store: Store) => {
  const found = [];
  for (const id of IDS) {
    const { first_name, last_name, email } = (await readProspect(store.of(ORG), id)) ?? {};
    found.push([first_name, last_name, email]);
  }
  return found;
};

async function writtenStore() {
  const file = newStoreFile();
  const store = await openStore(file, ENCRYPTION);
  await store.change(ORG, async (change) => {
    for (const id of IDS)
      await putProspect(change, { id, request: PROSPECT, source: 'api', hasCrm: true });
  });
  const names = await namesIn(store);
  await store.close();
  return { names, bytes: readFileSync(file) };
}

/** The names in the store of these bytes, or why there are none. */
async function readStore(bytes: Buffer): Promise<unknown> {
  const file = newStoreFile();
  writeFileSync(file, bytes);
  const store = await openStore(file, ENCRYPTION).catch((error: Error) => error);
  if (store instanceof Error) {
    assert.match(store.message, /store\.db is damaged, or no store: .+ put a backup in its place/s);
    return store.message;
  }
  return namesIn(store)
    .catch(({ message }: Error) => {
      assert.match(message, /authenticate|malformed/);
      return message;
    })
    .finally(() => store.close());
}

test('a byte altered anywhere is refused by name, or changes no person’s data', async (t) => {
  const { names, bytes } = await writtenStore();
  // The header, whose every byte means something, and places all over the file.
  const places = [
    ...Array.from({ length: 24 }, (_, i) => i),
    ...Array.from({ length: 80 }, (_, i) => 100 + Math.floor((i * (bytes.length - 100)) / 80)),
  ];
  let same = 0;
  for (const [i, at] of places.entries()) {
    const altered = Buffer.from(bytes);
    altered[at] ^= 1 << (i % 8);
    const found = await readStore(altered);
    if (typeof found === 'string') continue;
    assert.deepEqual(found, names, `byte ${at}`);
    same++;
  }
  assert.ok(same < places.length);
  t.diagnostic(`${places.length - same} of ${places.length} noticed`);
});

test('a text that is no UTF-8 stops the start, and not the process at the first who reads it', async () => {
  const { bytes } = await writtenStore();
  // The row, not its place in an index: the encrypted text follows.
  const at = bytes.toString('latin1').search(/p17[ -~]{100}/);
  assert.notEqual(at, -1);
  bytes[at + 50] |= 0x80;
  assert.match(
    String(await readStore(bytes)),
    /prospect, up to row 30, has a text that is no UTF-8/,
  );
});
