/** The reports that go to the store with their build, and from there to nodes. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { fetchBuild } from './fetch-build.ts';
import { publishTo, startStore } from './s3-store.test-kit.ts';

const NAMES = ['report.html', 'report.sv.html'];

/** Reports as far as publishing reads it: each has the digest of the yields that it is about. */
function writeReport(folder: string, text: string): void {
  const yields = readFileSync(join(folder, 'pv-yield.bin'));
  const sha256 = createHash('sha256').update(yields).digest('hex');
  for (const name of NAMES) writeFileSync(join(folder, name), `${name} ${text} ${sha256}`);
}

test('a node has the report of the build that it follows, and the one that is written anew', async () => {
  const [build, here] = [testFolder(), testFolder()];
  const { store } = await startStore();
  await writeBuild(build, '1.0.0');
  assert.match(
    await publishTo(store, build),
    /report\.html: no report about this build, and left out.*\n.*report\.sv\.html: no report/,
  );
  const first = await fetchBuild(store, here, undefined);
  assert.ok(first && !existsSync(join(first.folder, 'report.html')));

  let { tag } = first;
  for (const text of ['first', 'of a later release']) {
    writeReport(build, text);
    await publishTo(store, build);
    const fetched = await fetchBuild(store, here, tag);
    assert.ok(fetched);
    ({ tag } = fetched);
    for (const name of NAMES) {
      const read = (from: string) => readFileSync(join(from, name), 'utf8');
      assert.equal(read(fetched.folder), read(build));
    }
  }
  assert.match(await publishTo(store, build), /is current already/);
});

test('a report about another build is left out, and said so', async () => {
  const build = testFolder();
  const { store } = await startStore();
  await writeBuild(build, '1.0.0');
  writeReport(build, 'of before');
  await writeBuild(build, '1.1.0');
  assert.match(await publishTo(store, build), /report\.html: no report about this build/);
  const fetched = await fetchBuild(store, testFolder(), undefined);
  assert.ok(fetched && !existsSync(join(fetched.folder, 'report.html')));
});
