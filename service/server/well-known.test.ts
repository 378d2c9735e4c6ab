/** Paths that machines and security researchers look for at every host. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawCall, startTestService } from '../test/service.ts';

const SECURITY = '/.well-known/security.txt';
const CONTACT = 'mailto:security@sun.example';
/** RFC 3339, as RFC 9116 asks. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

test('security.txt has the contact, and a day in less than a year, by RFC 9116', async () => {
  const on = await startTestService({ securityContact: CONTACT, baseUrl: 'https://sun.example' });
  const { status, headers, text } = await rawCall(on.base, SECURITY);
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  const fields = text
    .split('\n')
    .slice(0, -1)
    .map((line) => /^([A-Za-z-]+): (\S.*)$/.exec(line));
  const valuesOf = (name: string) =>
    fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '');
  assert.deepEqual(valuesOf('Contact'), [CONTACT]);
  assert.deepEqual(valuesOf('Canonical'), [`https://sun.example${SECURITY}`]);
  const [expires, ...more] = valuesOf('Expires');
  assert.deepEqual(more, []);
  assert.match(expires, DATE_TIME);
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  assert.ok(days > 30 && days < 365, `${days} days`);
  const again = await rawCall(on.base, SECURITY, { headers: { 'if-none-match': headers.etag } });
  assert.equal(again.status, 304);
  assert.equal((await rawCall(on.base, SECURITY, { method: 'POST' })).headers.allow, 'GET, HEAD');
});

test('without a contact there is no security.txt', async () => {
  const on = await startTestService();
  assert.equal((await rawCall(on.base, SECURITY)).status, 404);
});

test('robots.txt allows pages and disallows the API', async () => {
  const on = await startTestService();
  const { status, headers, text } = await rawCall(on.base, '/robots.txt');
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  const [agent, ...rules] = text.trim().split('\n');
  assert.equal(agent, 'User-agent: *');
  const barred = rules.map((rule) => /^Disallow: (\/\S*)$/.exec(rule)?.[1] ?? '');
  const mayRead = (path: string) => !barred.some((start) => path.startsWith(start));
  for (const path of ['/', '/docs', '/docs/api', '/data', '/assets/x.css'])
    assert.ok(mayRead(path), path);
  // Its pages say "noindex", which only those read who may read them.
  assert.ok(mayRead('/i/x.y'));
  for (const path of ['/api/v1/pv-yield', '/embedded/demo', '/integrations/v1/offers'])
    assert.ok(!mayRead(path), path);
});

test('llms.txt has the form of llmstxt.org, and its addresses exist', async () => {
  const on = await startTestService();
  const { status, headers, text } = await rawCall(on.base, '/llms.txt');
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  assert.match(text, /^# [^\n]+\n\n> [^#]+\n\n[^#]+\n\n## /);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, path]) => path);
  assert.equal(links.length, text.match(/^- /gm)?.length);
  // There is no report without its dataset.
  for (const path of links.filter((path) => !path.startsWith('/data')))
    assert.notEqual((await rawCall(on.base, path)).status, 404, path);
  const named = await startTestService({ baseUrl: 'https://sun.example' });
  assert.match(
    (await rawCall(named.base, '/llms.txt')).text,
    /\(https:\/\/sun\.example\/docs\?l=en\)/,
  );
});
