/** The page of a configurator and what keeps others out of it, over HTTP. Needs what `make pages` builds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { rawCall, startTestService, testLoaded } from '../../../test/service.ts';
import { readEmbeds } from '../../server/embeds.ts';
import { contrast } from '../../ui/charts/colour-scale.ts';
import { themeCss } from './theme-css.ts';

const path = fileURLToPath(new URL('../../../../fixtures/embeds.json', import.meta.url));
const loaded = { ...testLoaded(), embeds: readEmbeds(path, {}) };
const service = await startTestService({ loaded });
const get = (url: string, headers = {}) => rawCall(service.base, url, { headers });

test("only the installer's site may frame the page", async () => {
  const { status, headers, text } = await get('/embedded/demo');
  assert.equal(status, 200);
  assert.equal(headers['x-frame-options'], undefined);
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['cache-control'], 'no-cache');
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.equal(headers['set-cookie'], undefined);
  const policy = String(headers['content-security-policy']);
  assert.match(
    policy,
    /frame-ancestors 'self' http:\/\/localhost:8080 http:\/\/127\.0\.0\.1:8080;/,
  );
  assert.match(policy, /^default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*/);
  assert.match(text, /<html lang="sv"/);
  assert.doesNotMatch(text, /class="site"|secret|"sink"/);
});

test("the language is that of ?l=, then the installer's, never the browser's", async () => {
  const languageOf = async (query: string) =>
    (await get(`/embedded/demo${query}`, { 'accept-language': 'en' })).headers['content-language'];
  assert.equal(await languageOf(''), 'sv');
  assert.equal(await languageOf('?l=en'), 'en');
  assert.equal(await languageOf('?l=xx'), 'sv');
});

test('the theme has the checked colours, on white', async () => {
  const { headers, text } = await get('/embedded/demo/theme.css');
  assert.equal(headers['content-type'], 'text/css; charset=utf-8');
  assert.match(text, /--accent: #0b5d3b;/);
  assert.match(text, /color-scheme: light;/);
});

test('the dark theme gives any accent a readable contrast', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const accent = `#${number.toString(16).padStart(6, '0')}`;
      const css = themeCss({ accent, ink: '#000000', radius: 0, font: 'system' });
      const [whole, dark] = /data-theme="dark"\] \{([^}]*)\}/.exec(css) ?? [];
      assert.ok(whole && css.includes(`data-theme="auto"] {${dark}}`));
      const colour = (name: string) => new RegExp(`--${name}: (#\\w{6});`).exec(dark)?.[1] ?? '';
      for (const [text, ground] of [
        ['accent', 'page'],
        ['accent', 'panel'],
        ['on-accent', 'accent'],
        ['ink', 'panel'],
        ['soft', 'panel'],
      ]) {
        assert.ok(contrast(colour(text), colour(ground)) >= 4.5, `${accent}: ${text} on ${ground}`);
      }
    }),
  );
});

test('the first HTML has the theme of the address', async () => {
  const themeOf = async (query: string) =>
    /<html [^>]*data-theme="(\w+)"/.exec((await get(`/embedded/demo${query}`)).text)?.[1];
  assert.equal(await themeOf(''), 'light');
  assert.equal(await themeOf('?theme=dark'), 'dark');
  assert.equal(await themeOf('?l=en&theme=auto'), 'auto');
  assert.equal(await themeOf('?theme="><script>'), 'light');
});

test('the page follows the loaded dataset and configurators', async () => {
  const moving = { ...loaded };
  const other = await startTestService({ loaded: moving });
  const read = async () => (await rawCall(other.base, '/embedded/demo', {})).text;
  assert.match(await read(), /"cells":"[^"]/);
  moving.pvYield = null;
  assert.doesNotMatch(await read(), /"cells":"[^"]/);
  const [demo] = loaded.embeds.values();
  moving.embeds = new Map([['demo', { ...demo, title: 'Nytt namn' }]]);
  assert.match(await read(), /Nytt namn/);
});

test('an unknown configurator or a foreign origin gets a page with only an error code', async () => {
  const from = (origin: string) => `/embedded/demo?l=en&from=${origin}`;
  for (const [url, status, code] of [
    ['/embedded/nobody?l=en', 404, 'unknown_slug'],
    ['/embedded/__proto__?l=en', 404, 'unknown_slug'],
    [from('https://stranger.example'), 403, 'refused_origin'],
    [from('http://localhost:8080.stranger.example'), 403, 'refused_origin'],
    [from('null'), 403, 'refused_origin'],
    [from(''), 403, 'refused_origin'],
  ] as const) {
    const found = await get(url, { 'if-none-match': '*' });
    assert.equal(found.status, status, url);
    assert.match(found.text, new RegExp(`"code":"${code}"`));
    assert.match(found.text, /frame-refusal\.\w+\.js/);
    assert.doesNotMatch(found.text, /Solkraft|configurator/);
    const policy = String(found.headers['content-security-policy']);
    assert.match(policy, /frame-ancestors \*/);
    assert.doesNotMatch(policy, /unsafe|connect-src/);
    assert.equal(found.headers['x-frame-options'], undefined);
    assert.equal(found.headers['access-control-allow-origin'], undefined);
  }
  for (const origin of ['http://localhost:8080', service.base]) {
    const { status, headers } = await get(from(origin));
    assert.equal(status, 200, origin);
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'self' http:\/\/loc/);
  }
});

test('paths below an unknown slug return 404, and other methods 405', async () => {
  for (const url of ['/embedded/nobody/theme.css', '/embedded/demo/x', '/embedded/']) {
    const { status, headers } = await get(url);
    assert.equal(status, 404, url);
    assert.equal(headers['x-frame-options'], 'DENY');
  }
  assert.equal((await rawCall(service.base, '/embedded/demo', { method: 'POST' })).status, 405);
  assert.equal((await rawCall(service.base, '/embedded/nobody', { method: 'POST' })).status, 404);
});

test('a page states whether a request is stored: the sink `log` without a file stores none', async () => {
  const [demo] = loaded.embeds.values();
  const file = '/tmp/leads.jsonl';
  const embeds = new Map([
    ['demo', demo],
    ['kept', { ...demo, slug: 'kept', lead: { ...demo.lead, file } }],
    ['sent', { ...demo, slug: 'sent', secret: 'whsec_' }],
  ]);
  const { base } = await startTestService({ loaded: { ...loaded, embeds } });
  for (const [slug, isTrial] of [
    ['demo', true],
    ['kept', false],
    ['sent', false],
  ] as const) {
    const { text } = await rawCall(base, `/embedded/${slug}`, {});
    assert.ok(text.includes(`"isTrial":${isTrial}`), slug);
    assert.ok(!text.includes(file));
  }
});

test('without EMBEDS_FILE the page returns 404', async () => {
  const without = await startTestService();
  assert.equal((await rawCall(without.base, '/embedded/demo', {})).status, 404);
});
