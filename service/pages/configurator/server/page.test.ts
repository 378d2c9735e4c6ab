/** The page of a configurator and what keeps others out of it, over HTTP. Needs what `make pages` builds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { rawCall, startTestService, testLoaded } from '../../../test/service.ts';
import { contrast } from '../../server/contrast.ts';
import { readEmbeds } from '../../server/embeds.ts';
import { themeCss } from './theme-css.ts';

const path = fileURLToPath(new URL('../../../../fixtures/embeds.json', import.meta.url));
const loaded = { ...testLoaded(), embeds: readEmbeds(path, {}) };
const service = await startTestService({ loaded });
const get = (url: string, headers = {}) => rawCall(service.base, url, { headers });

test('the page may be framed by its installer alone', async () => {
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

test('its language is that of ?l=, else the installer chose it, whatever the browser prefers', async () => {
  const languageOf = async (query: string) =>
    (await get(`/embedded/demo${query}`, { 'accept-language': 'en' })).headers['content-language'];
  assert.equal(await languageOf(''), 'sv');
  assert.equal(await languageOf('?l=en'), 'en');
  assert.equal(await languageOf('?l=xx'), 'sv');
});

test('its theme has the checked colours, on white', async () => {
  const { headers, text } = await get('/embedded/demo/theme.css');
  assert.equal(headers['content-type'], 'text/css; charset=utf-8');
  assert.match(text, /--accent: #0b5d3b;/);
  assert.match(text, /color-scheme: light;/);
});

test('dark is the page around’s to ask for, and any accent is light enough then to be read', () => {
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

test('it is in the theme that its address asks for from the first picture on', async () => {
  const themeOf = async (query: string) =>
    /<html [^>]*data-theme="(\w+)"/.exec((await get(`/embedded/demo${query}`)).text)?.[1];
  assert.equal(await themeOf(''), 'light');
  assert.equal(await themeOf('?theme=dark'), 'dark');
  assert.equal(await themeOf('?l=en&theme=auto'), 'auto');
  assert.equal(await themeOf('?theme="><script>'), 'light');
});

test('a page follows the dataset, whose map it has, and the file of configurators', async () => {
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

test('in the place of a configurator that is not to be had any page is told why, in a page of nothing else', async () => {
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

test('below an unknown slug there is nothing, and other methods are refused', async () => {
  for (const url of ['/embedded/nobody/theme.css', '/embedded/demo/x', '/embedded/']) {
    const { status, headers } = await get(url);
    assert.equal(status, 404, url);
    assert.equal(headers['x-frame-options'], 'DENY');
  }
  assert.equal((await rawCall(service.base, '/embedded/demo', { method: 'POST' })).status, 405);
  assert.equal((await rawCall(service.base, '/embedded/nobody', { method: 'POST' })).status, 404);
});

test('a page says whether a request is kept: the sink log without a file keeps none', async () => {
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

test('without EMBEDS_FILE there is no such page', async () => {
  const without = await startTestService();
  assert.equal((await rawCall(without.base, '/embedded/demo', {})).status, 404);
});
