/** Faults of providers, of the clock and of the file of the integrations, each with a kill -9: all work is done once. */
import assert from 'node:assert/strict';
import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROSPECT } from '../../integrations/test/bodies.ts';
import { startOrders } from '../../integrations/test/orders.ts';
import { skipWithoutDisk, smallDisk } from '../../test/small-disk.ts';
import { type Fault, report, suite, survive } from './tally.ts';

const HOUR_MS = 3_600_000;

suite('the integrations', skipWithoutDisk, async (random) => {
  const disk = smallDisk(8_192);
  const [file, link, away] = ['store.db', 'link.db', 'away'].map((name) => join(disk.folder, name));
  writeFileSync(file, '');
  symlinkSync(file, link);
  const { fakes, clock, call, order, settle, start, launch } = await startOrders(link);
  let node = await start();
  let posts = 0;
  for (const fake of fakes) fake.isLost = ({ method }) => method === 'POST' && ++posts % 5 === 0;

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
  /** Each provider replies so to a call that it does not carry out, and to one that it does. */
  function reply(status: number, more = {}, body?: Buffer) {
    const headers = { 'content-type': 'application/json', ...more };
    for (const fake of fakes) {
      let [refused, spoiled] = [random(4), random(4)];
      fake.refuses = () => (refused-- === 0 ? { status, headers, body } : undefined);
      fake.spoils = () => (spoiled-- === 0 ? { status, headers, body } : undefined);
    }
  }
  const faults: Fault<void>[] = [
    ['the file is a symbolic link', () => {}],
    ['the disk is full', fillDisk, disk.empty],
    ['the file is removed', () => renameSync(file, away), () => renameSync(away, file)],
    ['the disk is read-only', remountReadOnly, () => disk.remount('rw')],
    ['providers answer 19 MB', () => reply(200, {}, Buffer.alloc(19e6, 32))],
    ['providers answer JSON that is cut', () => reply(200, {}, Buffer.from('{"id": "1", "na'))],
    ['providers never answer', () => reply(0)],
    ['Retry-After is 3 000 years', () => reply(429, { 'retry-after': '99999999999' })],
    ['providers redirect to loopback', () => reply(302, { location: `${fakes[0].url}/inside` })],
    ['providers redirect into a cloud', () => reply(302, { location: 'http://169.254.169.254/' })],
  ];
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
  assert.ok(!fakes.some(({ calls }) => calls.some(({ path }) => path === '/inside')), 'followed');

  const { text: expected } = await call('GET', '/prospects');
  await node.stop('SIGTERM');
  const bytes = readFileSync(file);
  for (const at of [100, 100, 1e4, 1e5, 1e5, 1e5].map(random)) {
    await survive(`byte ${at} of the file is altered`, async () => {
      writeFileSync(file, bytes.with(at, bytes[at] ^ (1 << random(8))));
      const { listening, stop } = launch();
      if (await listening.catch(() => 0)) {
        const { status, text } = await call('GET', '/prospects');
        if (status < 500 && text !== expected) report('wrong answers', [text]);
      }
      await stop();
    });
  }
});
