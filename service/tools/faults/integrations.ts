/** Faults of providers, of the clock and of the file of the integrations, each with a kill -9: all work is done once. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROSPECT } from '../../integrations/test/bodies.ts';
import type { Reply } from '../../integrations/test/fakes/server.ts';
import { startOrders } from '../../integrations/test/orders.ts';
import { listen } from '../../test/listen.ts';
import { skipWithoutDisk, smallDisk } from '../../test/small-disk.ts';
import { report, suite, survive } from './tally.ts';

const HOUR_MS = 3_600_000;
const headers = { 'content-type': 'application/json' };
const redirect = (location: string): Reply => ({ status: 302, headers: { location } });
const wait = (text: string): Reply => ({ status: 429, headers: { 'retry-after': text } });

suite('the integrations', skipWithoutDisk, async (random) => {
  const disk = smallDisk(8_192);
  const [file, link, away] = ['store.db', 'link.db', 'away'].map((name) => join(disk.folder, name));
  writeFileSync(file, '');
  symlinkSync(file, link);
  const { fakes, clock, call, order, settle, start, launch } = await startOrders(link);
  let node = await start();
  let posts = 0;
  for (const fake of fakes) fake.isLost = ({ method }) => method === 'POST' && ++posts % 5 === 0;
  let visits = 0;
  const inside = await listen((_request, response) => void response.end(String(++visits)));

  /** Each provider gives a reply to a call that it does not carry out, and to one that it does. */
  function reply(found: Reply) {
    for (const fake of fakes) {
      let [refused, spoiled] = [random(4), random(4)];
      fake.refuses = () => (refused-- === 0 ? found : undefined);
      fake.spoils = () => (spoiled-- === 0 ? found : undefined);
    }
  }
  async function fillDisk() {
    disk.fill(60);
    for (let i = 0, status = 0; status !== 503; i++)
      ({ status } = await call('PUT', `/prospects/full-${i}`, PROSPECT));
  }
  async function remountReadOnly() {
    await node.stop('SIGTERM');
    assert.ok(disk.remount('ro'));
    await assert.rejects(launch().listening);
  }
  const replies: [string, Reply][] = [
    ['19 MB', { status: 200, headers, body: Buffer.alloc(19e6, 32) }],
    ['JSON that is cut off', { status: 200, headers, body: Buffer.from('{"id": "1", "na') }],
    ['nothing', { status: 0 }],
    ['Retry-After of 3 000 years', wait('99999999999')],
    ['Retry-After of words', wait('soon')],
    ['Retry-After of the past', wait('Thu, 01 Jan 1970 00:00:00 GMT')],
    ['a redirect to loopback', redirect(inside.base)],
    ['a redirect to the metadata of a cloud', redirect('http://169.254.169.254/latest/')],
  ];
  const faults: [string, begin: () => unknown, end?: () => unknown][] = [
    ['the file is a symbolic link', () => {}],
    ['the disk is full', fillDisk, disk.empty],
    ['the file is removed', () => renameSync(file, away), () => renameSync(away, file)],
    ['the disk is read-only', remountReadOnly, () => disk.remount('rw')],
  ];
  for (const [what, found] of replies)
    faults.push([`providers answer ${what}`, () => reply(found)]);
  for (const [fault, begin, end = () => {}] of faults) {
    const [ms, hours] = [random(2_000), random(60) - 30];
    await survive(`${fault}, kill -9 after ${ms} ms, the clock is set by ${hours} h`, async () => {
      await begin();
      const ordered = order();
      await sleep(ms);
      clock.move(hours * HOUR_MS);
      await node.stop();
      await end();
      node = await start();
      await ordered;
      // What is due waits for a clock that was set back.
      clock.move(30 * HOUR_MS);
      const { lost, doubled } = await settle();
      report('lost', lost);
      report('doubled', doubled);
    });
  }
  inside.close();
  assert.equal(visits, 0);

  const { text: expected } = await call('GET', '/prospects');
  await node.stop('SIGTERM');
  copyFileSync(file, away);
  for (const at of [100, 100, 1e4, 1e5, 1e5, 1e5].map(random)) {
    await survive(`byte ${at} of the file is altered`, async () => {
      const bytes = readFileSync(away);
      bytes[at] ^= 1 << random(8);
      writeFileSync(file, bytes);
      const program = launch();
      if (await program.listening.catch(() => 0)) {
        const { status, text } = await call('GET', '/prospects');
        if (status < 500 && text !== expected) report('wrong answers', [text]);
      }
      await program.stop();
    });
  }
});
