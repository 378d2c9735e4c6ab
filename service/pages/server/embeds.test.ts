import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import demoFile from '../../../fixtures/embeds.json' with { type: 'json' };
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { readEmbeds } from './embeds.ts';

const folder = testFolder();

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const { demo } = demoFile;

function fileOf(content: unknown): string {
  const path = join(folder, 'embeds.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('a custom sink has its secret, and the same form key in every process', () => {
  const lead = { ...demo.lead, sink: 'https://crm.example/hook', secret_env: 'HOOK' };
  const read = () => readEmbeds(fileOf({ one: { ...demo, lead } }), { HOOK: SECRET }).get('one');
  assert.equal(read()?.secret, SECRET);
  assert.deepEqual(read()?.formKey, read()?.formKey);
});

const https = { ...demo.lead, sink: 'https://crm.example/hook', secret_env: 'HOOK' };

for (const [what, change, sentence] of [
  [
    'an origin without https',
    { origins: ['http://solar.example'] },
    /"one\.origins\[0\]" is "http:\/\/solar\.example", expected scheme and one host/,
  ],
  [
    'an origin with a path',
    { origins: ['https://a.example', 'https://b.example/x'] },
    /"one\.origins\[1\]"/,
  ],
  ['an origin for all', { origins: ['*'] }, /"one\.origins\[0\]"/],
  ['an origin for many', { origins: ['https://*.example'] }, /"one\.origins\[0\]"/],
  [
    'an origin that ends its rule in a policy',
    { origins: ['https://a.example;sandbox'] },
    /"one\.origins\[0\]"/,
  ],
  [
    'a pale accent',
    { theme: { ...demo.theme, accent: '#ffb163' } },
    /"one\.theme\.accent" is #ffb163, which has a contrast of 1\.\d\d:1 on white, expected at least 4\.5:1/,
  ],
  [
    'a pale ink',
    { theme: { ...demo.theme, ink: '#777777' } },
    /"one\.theme\.ink" is #777777, which has a contrast of 4\.48:1/,
  ],
  ['a colour that is none', { theme: { ...demo.theme, ink: 'red;}' } }, /"one\.theme\.ink"/],
  ['a theme with more', { theme: { ...demo.theme, css: 'x' } }, /"one\.theme\.css"/],
  [
    'a sink without https',
    { lead: { ...https, sink: 'http://crm.example' } },
    /"one\.lead\.sink" is "http:\/\/crm\.example", expected an https address/,
  ],
  [
    'a sink without a secret',
    { lead: { ...demo.lead, sink: https.sink } },
    /"one\.lead\.secret_env" is missing/,
  ],
  [
    'a secret that is not set',
    { lead: https },
    /"one\.lead\.secret_env" is HOOK, which is not set, expected whsec_/,
  ],
  [
    'a secret that is short',
    { lead: { ...https, secret_env: 'SHORT' } },
    /"one\.lead\.secret_env" is SHORT, which has no such value/,
  ],
  [
    'two batteries of a size',
    { batteries: [demo.batteries[0], demo.batteries[0]] },
    /"one\.batteries\[1\]\.kwh" is 5/,
  ],
  [
    'steps without a contact',
    { steps: ['where', 'roof'] },
    /"one\.steps" has no "contact", expected where, roof, contact at least/,
  ],
  [
    'a step that there is not',
    { steps: ['where', 'roof', 'price', 'contact'] },
    /"one\.steps\[2\]"/,
  ],
  [
    'a deduction of a month before there was one',
    { deduction: '2020-12' },
    /"one\.deduction" is "2020-12"\. What was paid on 2020-12-01, before 2021-01-01, has no deduction/,
  ],
  ['a deduction of no month', { deduction: '2025-13' }, /"one\.deduction"/],
  [
    'a battery without power',
    { batteries: [{ ...demo.batteries[0], kw: 0 }] },
    /"one\.batteries\[0\]\.kw"/,
  ],
  ['no panels', { panels: [] }, /"one\.panels"/],
] as const) {
  test(`${what} stops the start with an error that names file and field`, () => {
    const path = fileOf({ one: { ...demo, ...change } });
    assert.throws(
      () => readEmbeds(path, { SHORT: 'whsec_AAAA' }),
      ({ message }: Error) =>
        message.startsWith(`${path}: `) && sentence.test(message) && !message.includes('AAAA'),
    );
  });
}

test('an invalid slug, a file that is not JSON and a missing file are errors', () => {
  assert.throws(() => readEmbeds(fileOf({ 'Ö/..': demo }), {}), /embeds\.json: /);
  assert.throws(() => readEmbeds(fileOf('{'), {}), /embeds\.json: .*JSON/);
  assert.throws(() => readEmbeds(join(folder, 'none.json'), {}), /none\.json/);
});
