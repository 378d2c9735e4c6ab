/** Faults of the integrations' file: what was answered with 201 is there, or the store refuses to answer. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROSPECT } from '../../integrations/test/bodies.ts';
import { startOrders } from '../../integrations/test/orders.ts';
import { skipWithoutDisk, smallDisk } from '../../test/small-disk.ts';
import { report, suite, survive } from './tally.ts';

/** An answer without what the CRM does meanwhile. */
const withoutCrm = (text: string) => text.replace(/"crm":{[^}]*}/, '');

suite('the file of the store', skipWithoutDisk, async (random) => {
  const disk = smallDisk(4_096);
  const [file, link] = [join(disk.folder, 'store.db'), join(disk.folder, 'link.db')];
  writeFileSync(file, '');
  symlinkSync(file, link);
  const { call, start, launch } = await startOrders(link);
  const stored = new Map<string, string>();

  /** Puts prospects until one is refused. @returns its status */
  async function put(most: number) {
    for (let i = 0; i < most; i++) {
      const path = `/prospects/p${stored.size}`;
      const { status, text } = await call('PUT', path, PROSPECT);
      if (status >= 300) return status;
      stored.set(path, withoutCrm(text));
    }
    return 201;
  }
  async function compare(mayRefuse = false) {
    for (const [path, expected] of stored) {
      const { status, text } = await call('GET', path);
      if (status >= 500 && mayRefuse) continue;
      if (status !== 200) report('lost', [`${path}: ${text}`]);
      else if (withoutCrm(text) !== expected) report('wrong answers', [`${path}: ${text}`]);
    }
  }
  const isUp = ({ listening }: ReturnType<typeof launch>) =>
    listening.then(
      () => true,
      () => false,
    );

  let node = await start();
  const faults: Record<string, () => unknown> = {
    'it is a symbolic link': async () => assert.equal(await put(20), 201),
    'a second process opens it': async () => assert.ok(!(await isUp(launch()))),
    async 'its disk is full'() {
      disk.fill(60);
      assert.equal(await put(2_000), 503);
      await compare();
      disk.empty();
    },
    async 'it is removed'() {
      renameSync(file, `${file}.away`);
      assert.equal(await put(1), 503);
      await node.stop();
      renameSync(`${file}.away`, file);
    },
    async 'its disk is read-only'() {
      await node.stop('SIGTERM');
      assert.ok(disk.remount('ro'));
      assert.ok(!(await isUp(launch())));
      assert.ok(disk.remount('rw'));
    },
  };
  for (const [fault, inject] of Object.entries(faults)) {
    await survive(fault, async () => {
      await inject();
      await node.stop();
      node = await start();
      await compare();
    });
  }
  await node.stop('SIGTERM');
  copyFileSync(file, `${file}.whole`);
  for (const below of [100, 100, 1e4, 1e5, 1e5, 1e5]) {
    const [bytes, at] = [readFileSync(`${file}.whole`), random(below)];
    await survive(`its byte ${at} is altered`, async () => {
      bytes[at] ^= 1 << random(8);
      writeFileSync(file, bytes);
      const program = launch();
      if (await isUp(program)) await compare(true);
      await program.stop();
    });
  }
});
