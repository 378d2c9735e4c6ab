/** The ledger of builds: its chain, its signatures, going back by one command, and what a node does not believe. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { testArtifact } from '../../test/artifact.ts';
import { writeBuild } from '../../test/build-folder.ts';
import { readLedgerKey, readLedgerPublicKeys } from '../ledger-keys.ts';
import { cacheTagIn } from './cache-tag.ts';
import { fetchBuild } from './fetch-build.ts';
import { pointerOf, publish, startStore, type TestStore } from './s3-store.test-kit.ts';

const root = testFolder();
const folder = (name: string) => join(root, name);
const [A, B, C] = [folder('a'), folder('b'), folder('c')];
await writeBuild(A, '1.0.0');
await writeBuild(B, '1.1.0');
await writeBuild(C, '1.2.0');

/** A pair of keys by OpenSSL, as the message of a wrong one says. */
function makeKeys(): { LEDGER_KEY: string; LEDGER_PUBLIC_KEYS: string } {
  const key = openssl(['genpkey', '-algorithm', 'ed25519', '-outform', 'DER']);
  const publicKey = openssl(['pkey', '-inform', 'DER', '-pubout', '-outform', 'DER'], key);
  return { LEDGER_KEY: key.toString('base64'), LEDGER_PUBLIC_KEYS: publicKey.toString('base64') };
}

function openssl(command: string[], input?: Buffer): Buffer {
  const { stdout, status, stderr } = spawnSync('openssl', command, input ? { input } : {});
  assert.equal(status, 0, String(stderr));
  return stdout;
}

/** Runs a command of the store, as make does. */
async function command(
  { env }: TestStore,
  name: 'history' | 'rollback',
  also: Record<string, string> = {},
  ...given: string[]
): Promise<{ status: number | null; said: string }> {
  const script = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...given], {
    env: { ...process.env, ...env, ...also },
  });
  const [[status], ...said] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, said: said.join('') };
}

test('A, B, back to A and on to B by name: four entries, each told, nodes follow', async () => {
  const s3 = await startStore('kept');
  const none = await command(s3, 'rollback');
  assert.match(none.said, /error: nothing was rolled back: .* has no current\.json/);
  for (const build of [A, B]) assert.equal((await publish(s3, build)).status, 0);
  const here = folder('node');
  const atB = await fetchBuild(s3.store, here, undefined);
  assert.equal(atB?.current.dataset, '1.1.0');

  const back = await command(s3, 'rollback');
  assert.equal(back.status, 0, back.said);
  assert.match(back.said, /Dataset 1\.0\.0 is current now, entry 3 of the ledger/);
  assert.match(back.said, /It withdraws the newer 1\.1\.0/);
  const atA = await fetchBuild(s3.store, here, atB?.tag);
  assert.equal(atA?.current.dataset, '1.0.0');
  const on = await command(s3, 'rollback', {}, '1.1.0');
  assert.equal(on.status, 0, on.said);
  const unknown = await command(s3, 'rollback', {}, '9.9.9');
  assert.match(unknown.said, /found TO="9\.9\.9", expected a version or tag/);
  assert.equal(unknown.status, 1);

  const { said } = await command(s3, 'history');
  const lines = said.trim().split('\n');
  assert.deepEqual(
    lines.map((line) => line.split(/ {2}/).filter((_, i) => i !== 1 && i !== 4)),
    [
      ['4', '1.1.0', cacheTagIn(B), 'not signed'],
      ['3', '1.0.0', cacheTagIn(A), 'not signed'],
      ['2', '1.1.0', cacheTagIn(B), 'not signed'],
      ['1', '1.0.0', cacheTagIn(A), 'not signed'],
    ],
  );
});

test('going back twice goes further back, and a withdrawn build returns by its name alone', async () => {
  const s3 = await startStore('kept');
  for (const build of [A, B, C]) await publish(s3, build);
  for (const expected of ['1.1.0', '1.0.0']) {
    const { status, said } = await command(s3, 'rollback');
    assert.equal(status, 0, said);
    assert.equal((await pointerOf(s3)).dataset, expected);
  }
  const end = await command(s3, 'rollback');
  assert.match(end.said, /found nothing before the current build; TO= names a later one/);
  assert.equal((await command(s3, 'rollback', {}, '1.2.0')).status, 0);
});

test('a build whose objects are no longer what they were is not made current', async () => {
  const s3 = await startStore('kept');
  for (const build of [A, B]) await publish(s3, build);
  const { digests } = await pointerOf(s3);
  const yields = `builds/${digests['manifest.json']}/pv-yield.bin`;
  await publish(s3, C);
  await s3.store.put(yields, Buffer.from('cut'));
  const { status, said } = await command(s3, 'rollback');
  assert.equal(status, 1);
  assert.match(
    said,
    /pv-yield\.bin of the store has bytes of sha256 \w+, expected pv-yield\.bin of sha256/,
  );
  assert.equal((await pointerOf(s3)).dataset, '1.2.0');
});

test('who knows the nodes’ keys makes no entry that they would refuse', async () => {
  const s3 = await startStore('kept');
  const [keys, others] = [makeKeys(), makeKeys()];
  const { LEDGER_PUBLIC_KEYS } = keys;
  await publish(s3, A, keys);
  const unsigned = await publish(s3, B, { LEDGER_PUBLIC_KEYS });
  assert.match(
    unsigned.said,
    /nodes with these LEDGER_PUBLIC_KEYS would not take it: LEDGER_KEY is not set/,
  );
  const foreign = await publish(s3, B, { ...others, LEDGER_PUBLIC_KEYS });
  assert.match(foreign.said, /LEDGER_KEY belongs to none of them/);
  assert.deepEqual([unsigned.status, foreign.status], [1, 1]);
  assert.equal((await pointerOf(s3)).dataset, '1.0.0');
});

test('an entry that somebody changed is named', async () => {
  const s3 = await startStore('kept');
  for (const build of [A, B]) await publish(s3, build);
  const { previous } = await pointerOf(s3);
  await s3.store.put(`ledger/${previous}.json`, Buffer.from('{}'));
  const { status, said } = await command(s3, 'history');
  assert.equal(status, 1);
  assert.match(
    said,
    new RegExp(`ledger/${previous}\\.json of the store is not what its name says`),
  );
});

/** As a rule of the store does that removes what is old. */
async function deleteEntry({ url }: TestStore, digest = ''): Promise<void> {
  const { status } = await fetch(`${url}/ledger/${digest}.json`, { method: 'DELETE' });
  assert.equal(status, 204);
}

test('an entry that is gone ends the ledger, and is named; those that are left still hold their versions', async () => {
  const s3 = await startStore('kept');
  for (const build of [A, B, C]) await publish(s3, build);
  const entryOfB = (await pointerOf(s3)).previous;
  await command(s3, 'rollback');
  await deleteEntry(s3, entryOfB);
  const gone = new RegExp(`ledger/${entryOfB}\\.json is gone from the store`);

  const { status, said } = await command(s3, 'history');
  assert.equal(status, 0, said);
  assert.match(said, /^4 .* 1\.1\.0 .*\n3 .* 1\.2\.0 .*\n/);
  assert.match(said, gone);
  const back = await command(s3, 'rollback');
  assert.equal(back.status, 1, 'the build of entry 3 was withdrawn');
  assert.match(back.said, gone);
  const named = await command(s3, 'rollback', {}, '1.2.0');
  assert.equal(named.status, 0, named.said);

  const [others, dataset] = [folder('others'), testArtifact()];
  dataset.yield[0]++;
  await writeBuild(others, '1.1.0', dataset);
  const reused = await publish(s3, others);
  assert.equal(reused.status, 1);
  assert.match(reused.said, /dataset 1\.1\.0 was published .* with another pv-yield\.bin/);
  await writeBuild(others, '1.3.0', dataset);
  const next = await publish(s3, others);
  assert.equal(next.status, 0, next.said);
  assert.match(next.said, gone);
  assert.match(next.said, /entry 6 of the ledger/);
});

test('where the entry is gone that would tell a signer its number, nothing is signed', async () => {
  const s3 = await startStore('kept');
  const { LEDGER_KEY } = makeKeys();
  await publish(s3, A, { LEDGER_KEY });
  await publish(s3, B);
  const { previous } = await pointerOf(s3);
  await deleteEntry(s3, previous);
  const { status, said } = await publish(s3, C, { LEDGER_KEY });
  assert.equal(status, 1, said);
  assert.match(
    said,
    new RegExp(`ledger/${previous}\\.json is gone from the store.*cannot be told`),
  );
  assert.equal((await pointerOf(s3)).dataset, '1.1.0');
});

test('an entry of before that was put back is no ground to publish on, and the one that was last is named', async () => {
  const s3 = await startStore('kept');
  const { LEDGER_KEY, LEDGER_PUBLIC_KEYS } = makeKeys();
  const believing = { LEDGER_KEY, LEDGER_PUBLIC_KEYS };
  await publish(s3, A, believing);
  const old = await (await s3.store.get('current.json')).text();
  for (const build of [B, C]) await publish(s3, build, believing);
  const last = await (await s3.store.get('current.json')).text();
  const name = `ledger/${createHash('sha256').update(last).digest('hex')}.json`;

  await s3.store.put('current.json', Buffer.from(old));
  const refused = [
    await publish(s3, B, believing),
    await publish(s3, A, believing),
    await command(s3, 'rollback', believing, '1.1.0'),
    await command(s3, 'history', { LEDGER_PUBLIC_KEYS }),
  ];
  for (const { status, said } of refused) {
    assert.equal(status, 1, said);
    assert.match(said, /is entry 1 of the ledger, but entry 3 came behind it/);
    assert.ok(said.includes(`Copy ${name} to current.json`), said);
  }
  await s3.store.put('current.json', Buffer.from(await (await s3.store.get(name)).text()));
  const back = await command(s3, 'rollback', believing);
  assert.equal(back.status, 0, back.said);
  assert.match(back.said, /Dataset 1\.1\.0 is current now, entry 4 of the ledger/);
});

test('a note of a later entry that nobody with a key signed hinders no signer', async () => {
  const s3 = await startStore('kept');
  const { LEDGER_KEY } = makeKeys();
  await publish(s3, A, { LEDGER_KEY });
  const signed = await (await s3.store.get('current.json')).text();
  await publish(s3, B);
  await s3.store.put('current.json', Buffer.from(signed));
  assert.equal((await publish(s3, B)).status, 1, 'who has no key believes everybody');
  const { status, said } = await publish(s3, C, { LEDGER_KEY });
  assert.equal(status, 0, said);
  assert.match(said, /entry 2 of the ledger/);
});

test('nodes with keys take what one of them signed, and neither less nor an entry of before', async () => {
  const s3 = await startStore('kept');
  const [keys, others] = [makeKeys(), makeKeys()];
  const { LEDGER_KEY } = keys;
  const trusted = readLedgerPublicKeys(keys.LEDGER_PUBLIC_KEYS);
  const here = folder('trusting');
  const fetchTrusted = () => fetchBuild(s3.store, here, undefined, trusted);
  await publish(s3, A);
  await assert.rejects(fetchTrusted(), /signed by no key of LEDGER_PUBLIC_KEYS/);
  await publish(s3, B, { LEDGER_KEY: others.LEDGER_KEY });
  await assert.rejects(fetchTrusted(), /signed by no key of LEDGER_PUBLIC_KEYS/);
  await publish(s3, A, { LEDGER_KEY });
  assert.equal((await fetchTrusted())?.current.dataset, '1.0.0');
  const former = await (await s3.store.get('current.json')).text();
  const both = `${others.LEDGER_PUBLIC_KEYS},${keys.LEDGER_PUBLIC_KEYS}`;
  const believing = { LEDGER_KEY, LEDGER_PUBLIC_KEYS: both };
  assert.equal((await command(s3, 'rollback', believing, '1.1.0')).status, 0);
  assert.equal((await fetchTrusted())?.current.dataset, '1.1.0');

  const forged = { ...(await pointerOf(s3)), dataset: '0.9.0' };
  await s3.store.put('current.json', Buffer.from(JSON.stringify(forged)));
  await assert.rejects(fetchTrusted(), /dataset 0\.9\.0\) is signed by no key/);
  await s3.store.put('current.json', Buffer.from(former));
  await assert.rejects(fetchTrusted(), /is entry 3 of the ledger, and this node has had entry 4/);

  const { said } = await command(s3, 'history', { LEDGER_PUBLIC_KEYS: both });
  assert.deepEqual(
    said
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => line.split(/ {2}/).at(-1)),
    ['signed', 'signed', 'not signed'],
  );
  const own = await command(s3, 'history', { LEDGER_PUBLIC_KEYS: keys.LEDGER_PUBLIC_KEYS });
  assert.match(own.said, /SIGNED BY AN UNKNOWN KEY/);
  assert.equal(own.status, 1, 'whoever watches the ledger by its exit code learns of it');
  const { LEDGER_PUBLIC_KEYS } = keys;
  const above = await startStore('kept');
  await publish(above, A, { LEDGER_KEY });
  assert.equal((await command(above, 'history', { LEDGER_PUBLIC_KEYS })).status, 0);
  await publish(above, B);
  const unsigned = await command(above, 'history', { LEDGER_PUBLIC_KEYS });
  assert.equal(unsigned.status, 1, 'so it does of a signature that was left out');
  assert.match(unsigned.said, /do not take the last entry/);
});

test('a build that nobody with a key published is not signed by going back to it', async () => {
  const s3 = await startStore('kept');
  const { LEDGER_KEY } = makeKeys();
  await publish(s3, A, { LEDGER_KEY });
  await publish(s3, B);
  await publish(s3, A, { LEDGER_KEY });
  for (const to of [[], ['1.1.0'], [cacheTagIn(B) ?? '']]) {
    const { status, said } = await command(s3, 'rollback', { LEDGER_KEY }, ...to);
    assert.equal(status, 1, said);
    assert.match(said, /1 entry is signed by none of the keys that are set/);
  }
  const { dataset, sequence } = await pointerOf(s3);
  assert.deepEqual([dataset, sequence], ['1.0.0', 3]);
});

test('what an unsigned pointer says of its number or of being published counts for nothing', async () => {
  const s3 = await startStore('kept');
  const { LEDGER_KEY, LEDGER_PUBLIC_KEYS } = makeKeys();
  const here = folder('numbered');
  const fetchTrusted = () =>
    fetchBuild(s3.store, here, undefined, readLedgerPublicKeys(LEDGER_PUBLIC_KEYS));
  await publish(s3, B);
  await publish(s3, A);
  const signed = await publish(s3, A, { LEDGER_KEY });
  assert.match(signed.said, /entry 3 of the ledger/, 'the same build, now signed');
  await fetchTrusted();
  for (const sequence of [1, Number.MAX_SAFE_INTEGER]) {
    const text = await (await s3.store.get('current.json')).text();
    const before = createHash('sha256').update(text).digest('hex');
    await s3.store.put(`ledger/${before}.json`, Buffer.from(text));
    const forged = { ...JSON.parse(text), dataset: '6.6.6', sequence, previous: before };
    await s3.store.put('current.json', Buffer.from(JSON.stringify(forged)));
    const { said } = await publish(s3, A, { LEDGER_KEY });
    const expected = sequence === 1 ? 5 : 7;
    assert.match(said, new RegExp(`entry ${expected} of the ledger`));
    assert.equal((await fetchTrusted())?.current.sequence, expected);
  }
});

test('a key that is none is refused by its name, and not shown', () => {
  const { LEDGER_KEY, LEDGER_PUBLIC_KEYS } = makeKeys();
  assert.throws(() => readLedgerKey(LEDGER_PUBLIC_KEYS), /^Error: LEDGER_KEY holds no Ed25519 key/);
  assert.throws(
    () => readLedgerPublicKeys(`${LEDGER_PUBLIC_KEYS},${LEDGER_KEY}`),
    (error: Error) =>
      error.message.startsWith('LEDGER_PUBLIC_KEYS holds no Ed25519 key') &&
      !error.message.includes(LEDGER_KEY),
  );
});
