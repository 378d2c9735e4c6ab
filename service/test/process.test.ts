/** The process as `make serve` starts it: configuration, signals, slow callers. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import demoFile from '../../fixtures/embeds.json' with { type: 'json' };
import { writeDataset } from '../../pipeline/dataset/artifact.test-kit.ts';
import { testFolder } from '../../pipeline/files/folder.test-kit.ts';
import { newApiKey } from '../http/guards/api-keys.ts';
import { testArtifact } from './artifact.ts';
import { writeBuild, writeBuildWithoutPrices } from './build-folder.ts';
import { startProcess } from './process.ts';
import { LOOKUP, pipeline, rawCall } from './service.ts';
import { launchProgram, SERVICE, untilLogged } from './start-program.ts';
import { until } from './until.ts';

const folder = testFolder();
before(() => writeVersion('1.0.0'));

function writeVersion(version: string): void {
  const artifact = testArtifact();
  const header = { ...artifact.header, dataset_version: version };
  writeDataset(join(folder, 'pv-yield.bin'), { ...artifact, header });
}

const start = (env: Record<string, string> = {}) => startProcess({ ARTIFACTS: folder, ...env });

const versionAt = async (base: string) => {
  const answer = await rawCall(base, LOOKUP);
  return answer.status === 200 ? JSON.parse(answer.text).dataset.version : answer.status;
};

test('a bad variable, or file that one names, stops the start with a sentence that names it', async () => {
  const cases = { PORT: '65536', API_KEYS_FILE: join(folder, 'none.txt') };
  for (const [name, value] of Object.entries(cases)) {
    const { child, listening, errors } = launchProgram([SERVICE], { env: { [name]: value } });
    await assert.rejects(listening);
    assert.equal(child.exitCode, 1, name);
    assert.match(
      errors.join(''),
      name === 'API_KEYS_FILE'
        ? /API_KEYS_FILE cannot be used: .*none\.txt/
        : new RegExp(`^error: ${name} is "${value}"`),
    );
    assert.doesNotMatch(errors.join(''), /\n\s+at /);
  }
});

test('a link that leads to itself ends no process: /readyz says why, and the old data stay', async () => {
  const watched = join(folder, 'watched');
  const path = join(watched, 'pv-yield.bin');
  await writeBuild(watched, '1.0.0');
  const breakIt = () => {
    renameSync(path, `${path}.good`);
    symlinkSync('pv-yield.bin', path);
  };
  breakIt();
  const node = await start({ ARTIFACTS: watched, WATCH_ARTIFACTS: '1' });
  const { base } = node;
  const readyz = async () => {
    const { status, text } = await rawCall(base, '/readyz');
    return { status, why: JSON.parse(text).not_loaded };
  };
  const { status, why } = await readyz();
  assert.deepEqual([status, await versionAt(base)], [503, 503]);
  assert.match(why, /ELOOP.*pv-yield\.bin/);
  rmSync(path);
  renameSync(`${path}.good`, path);
  await until(async () => (await readyz()).status === 200, 'the repaired file is loaded');
  assert.equal((await readyz()).why, undefined);
  breakIt();
  await untilLogged(node, /The old one stays\. ELOOP/);
  const after = await readyz();
  assert.deepEqual([after.status, await versionAt(base)], [200, '1.0.0']);
  assert.match(after.why, /ELOOP.*pv-yield\.bin/);
});

test('a build without prices on purpose is ready; what needs prices is 503, and nothing is an error', async () => {
  const without = join(folder, 'without-prices');
  await writeBuildWithoutPrices(without, '1.0.0');
  const node = await start({ ARTIFACTS: without });
  const { base } = node;
  const line = JSON.parse(await untilLogged(node, /has no prices: its recipe names none/));
  assert.equal(line.level, 30);
  await until(async () => (await rawCall(base, '/readyz')).status === 200, 'it is ready');
  const ready = JSON.parse((await rawCall(base, '/readyz')).text);
  assert.deepEqual(
    [ready.status, ready.pv_yield, ready.prices, ready.without_prices],
    ['ready', true, false, true],
  );
  assert.equal(await versionAt(base), '1.0.0');
  const market = await rawCall(base, '/api/v1/simulation/market?lat=59.33&lng=18.07');
  assert.equal(market.status, 503);
  assert.equal(JSON.parse(market.text).error.code, 'prices_unavailable');
});

test('SIGHUP takes in new artifacts, keys and configurators; broken ones leave the old in place', async () => {
  const [keys, embeds] = [join(folder, 'keys.txt'), join(folder, 'embeds.json')];
  const { key, line } = newApiKey('shop');
  const { demo } = demoFile;
  writeFileSync(keys, '');
  writeFileSync(embeds, JSON.stringify({ demo }));
  const node = await start({ API_KEYS_FILE: keys, EMBEDS_FILE: embeds });
  const { base, child } = node;
  const page = (slug: string) => rawCall(base, `/embedded/${slug}`);
  const served = async () => [
    await versionAt(base),
    (await rawCall(base, LOOKUP, { headers: { 'x-api-key': key } })).status,
    (await page('demo')).status,
    (await page('takom')).status,
  ];
  assert.deepEqual(await served(), ['1.0.0', 401, 200, 404]);

  writeVersion('1.1.0');
  writeFileSync(keys, line);
  const origins = ['https://takom.example'];
  writeFileSync(embeds, JSON.stringify({ takom: { ...demo, title: 'Takom', origins } }));
  child.kill('SIGHUP');
  await untilLogged(node, /API keys loaded: 1/);
  await untilLogged(node, /configurators loaded: 1/);
  await untilLogged(node, /yield dataset loaded: version 1\.1\.0/);
  assert.deepEqual(await served(), ['1.1.0', 200, 404, 200]);
  const { text: html, headers } = await page('takom');
  assert.match(html, /<title>Takom/);
  assert.match(headers['content-security-policy'], /frame-ancestors 'self' https:\/\/takom/);

  truncateSync(join(folder, 'pv-yield.bin'), 1000);
  writeFileSync(keys, 'nonsense');
  writeFileSync(embeds, '{"takom": {');
  child.kill('SIGHUP');
  assert.match(await untilLogged(node, /No new API keys/), /The old one stays.*keys\.txt line 1/);
  const broken = await untilLogged(node, /No new configurators/);
  assert.match(broken, /The old one stays.*embeds\.json: .*JSON/);
  assert.match(await untilLogged(node, /No new yield dataset/), /The old one stays/);
  assert.deepEqual(await served(), ['1.1.0', 200, 404, 200]);
  writeVersion('1.0.0');
});

test('SIGTERM loses no request that was accepted', async () => {
  const node = await start({ DRAIN_DELAY_MS: '500' });
  const { base, child } = node;
  const exit = once(child, 'exit');
  const { port } = new URL(base);
  const body = '{"items":[{"lat":59.13,"lng":15.29,"tilt":40,"azimuth":180}]}';
  const slow = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/pv-yield/batch' });
  slow.setHeader('Content-Length', body.length);
  slow.write(body.slice(0, 20));
  const answered = once(slow, 'response');
  const pelted = { answers: 0 };
  const pelting = sendLookups(base, pelted);
  await until(() => pelted.answers > 50, 'fifty calls are answered');
  child.kill('SIGTERM');
  await pelting;
  child.kill('SIGTERM');
  slow.end(body.slice(20));
  const [response] = await answered;
  assert.equal(response.statusCode, 200);
  assert.match(await text(response), /"ok":true/);
  const [code] = await exit;
  assert.equal(code, 0);
  const isServed = (line: string) => /"path":"\/livez","status":200/.test(line);
  await until(() => node.log.filter(isServed).length === pelted.answers, 'each is in the log');
});

/**
 * Calls one after another on fresh connections until the server takes none, and counts the answers.
 * The last may be refused, or reset while it still waits to be accepted.
 */
async function sendLookups(base: string, count: { answers: number }): Promise<void> {
  for (; ; count.answers++) {
    try {
      const { status } = await rawCall(base, '/livez');
      assert.equal(status, 200);
    } catch (error) {
      assert.match(String((error as NodeJS.ErrnoException).code), /ECONNREFUSED|ECONNRESET/);
      return;
    }
  }
}

test('headers that take longer than 10 s are cut off with 408', async () => {
  const { base } = await start();
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n');
  // Not up to the end: what comes after the answer would be met with a reset.
  let drips = 0;
  const drip = setInterval(() => {
    socket.write('X-Slow: 1\r\n');
    if (++drips === 8) clearInterval(drip);
  }, 500);
  const answer = await text(socket);
  assert.match(answer, /^HTTP\/1\.1 408 Request Timeout/);
  assert.match(answer, /"code":"bad_request"/);
});

test('SIGUSR1 opens no inspector', async () => {
  const node = await start();
  node.child.kill('SIGUSR1');
  // A signal that came after it has been handled.
  node.log.length = 0;
  node.child.kill('SIGHUP');
  await untilLogged(node, /yield dataset loaded/);
  assert.equal((await rawCall(node.base, '/livez')).status, 200);
  await node.stop('SIGTERM');
  assert.deepEqual(node.errors, []);
});

test('for the drain delay new connections are still answered, and /readyz reports draining', async () => {
  const { base, child } = await start({ DRAIN_DELAY_MS: '60000' });
  child.kill('SIGTERM');
  const isDraining = async () => {
    const { status, headers, text: body } = await rawCall(base, '/readyz');
    if (JSON.parse(body).status !== 'draining') return false;
    assert.equal(status, 503);
    assert.equal(headers.connection, 'close');
    return true;
  };
  await until(isDraining, 'it is draining');
});

test('a reader of the log who stalls costs lines, which are counted, and neither memory nor the exit', async () => {
  const node = await start();
  const { base, child, log, errors } = node;
  const { stdout } = child;
  const head = `GET /${'n'.repeat(300)} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${'i'.repeat(128)}\r\n\r\n`;
  const fill = async () => {
    stdout.pause();
    for (let i = 0; i < 60; i++) await pipeline(base, head, 100);
  };
  await fill();
  stdout.resume();
  const line = JSON.parse(await untilLogged(node, /were dropped/));
  assert.ok(line.dropped > 100, `${line.dropped} dropped`);
  await rawCall(base, '/livez', { headers: { 'x-request-id': 'again' } });
  await untilLogged(node, /"again"/);
  log.length = 0;
  await fill();
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  assert.deepEqual(await exit, [0, null]);
  stdout.resume();
  await once(child, 'close');
  const written = log.filter((entry) => entry.includes('iii')).length;
  assert.ok(written > 0 && written < 6000, `${written} written`);
  assert.deepEqual(errors, []);
});
