import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hubspotAccount } from '../fakes/fake-accounts.ts';
import { startHubspotFake } from '../fakes/hubspot-fake.ts';
import { dealProperties } from '../mapping/deal-properties.ts';
import { STORES } from '../test/stores.ts';

const KILLS = 40;
const WRITES = 8;
const MOST_MS = 50;

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** Bundled, since it is started 41 times a store. */
async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'killed.cjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../test/killed.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    outfile,
  });
  return outfile;
}

for (const kind of STORES) {
  test(`${KILLS} kills lose nothing that was on disk and double nothing in the CRM: ${kind.name}`, {
    skip: kind.skip,
  }, async (t) => {
    const script = await bundle();
    const { file, databaseUrl } = await kind.place();
    const fake = await startHubspotFake();
    after(() => fake.close());
    for (const property of dealProperties('solar')) {
      const { name, isUnique } = property;
      const type = property.kind === 'number' ? 'number' : 'string';
      fake.properties.set(name, { name, type, hasUniqueValue: isUnique });
    }
    let posts = 0;
    fake.isLost = ({ method }) => method === 'POST' && ++posts % 5 === 0;
    const crm = hubspotAccount(fake);

    function start(run: number, writes: number) {
      const child = spawn(process.execPath, [script], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          NODE_PATH: join(PROJECT, 'node_modules'),
          STORE_FILE: file,
          ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
          CRM: JSON.stringify(crm),
          RUN: String(run),
          WRITES: String(writes),
        },
      });
      const lines: string[] = [];
      const reader = createInterface({ input: child.stdout }).on('line', (line) =>
        lines.push(line),
      );
      return { child, lines, reader };
    }

    const onDisk: string[] = [];
    for (let i = 0; i < KILLS; i++) {
      const { child, lines, reader } = start(i, WRITES);
      // After so many writes, whatever else the machine does, and then anywhere in the next.
      const writes = Math.floor(Math.random() * WRITES);
      while (lines.length <= writes) await once(reader, 'line');
      await sleep(Math.random() * MOST_MS);
      child.kill('SIGKILL');
      await Promise.all([once(child, 'close'), once(reader, 'close')]);
      onDisk.push(...lines.filter((line) => line.startsWith('p-')));
    }
    const last = start(KILLS, 0);
    assert.deepEqual(await once(last.child, 'close'), [0, null]);

    assert.ok(onDisk.length > KILLS / 2, `only ${onDisk.length} were on disk when it was killed`);
    const told = [...fake.deals.values()].map(({ properties }) => properties.solar_prospect_id);
    assert.equal(new Set(told).size, told.length, 'a deal is there twice');
    assert.deepEqual(
      onDisk.filter((id) => !told.includes(id)),
      [],
      'lost',
    );
    const emails = [...fake.contacts.values()].map(({ properties }) => properties.email);
    assert.equal(new Set(emails).size, emails.length, 'a contact is there twice');
    t.diagnostic(
      `${onDisk.length} on disk when killed, ${told.length} deals, ${posts} POSTs, every fifth without an answer`,
    );
    assert.ok(posts > onDisk.length, 'POSTs were made, and every fifth lost its answer');
  });
}
