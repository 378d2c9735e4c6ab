import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINKS } from '../../../http/guards/limits.ts';
import { rawCall, startTestService } from '../../../test/service.ts';

const { base } = await startTestService({ baseUrl: 'https://sun.example', trustProxy: 1 });

let callers = 0;

/** Gets a path as it is written. Each call is another caller's. */
async function get(path: string, headers: Record<string, string> = {}) {
  const from = { 'x-forwarded-for': `10.1.${++callers >> 8}.${callers % 256}`, ...headers };
  const { text: html, ...answer } = await rawCall(base, path, { headers: from });
  return { ...answer, html };
}

/** The content of a page's tag. */
function tag(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1];
}

test('a link to a roof names place and result where it is shared', async () => {
  const { status, headers, html } = await get('/?lat=59.27&lng=15.21&f=27_180_10&l=en');
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-cache');
  assert.match(tag(html, 'og:title') ?? '', /^Örebro: [\d,]+ kWh a year$/);
  assert.match(html, /<title>Örebro: [\d,]+ kWh a year · Sun over Sweden<\/title>/);
  assert.match(
    tag(html, 'og:description') ?? '',
    /^Örebro: 10 kW of panels on one face to the south, 27° give [\d,]+ kWh a year\. Set up/,
  );
  const chosen = await get('/?lat=59.27&lng=15.21&sys=15&l=en');
  assert.match(tag(chosen.html, 'og:description') ?? '', /with a battery of 15 kWh\.$/);
  assert.equal(tag(html, 'description'), tag(html, 'og:description'));
  assert.equal(
    tag(html, 'og:url'),
    'https://sun.example/?lat=59.27&amp;lng=15.21&amp;f=27_180_10&amp;inv=0&amp;fade=0&amp;standby=0&amp;invkw=0&amp;v=2&amp;l=en',
  );
  assert.equal(tag(html, 'og:type'), 'website');
  assert.equal(tag(html, 'og:locale'), 'en_GB');
  assert.equal(tag(html, 'twitter:card'), 'summary_large_image');
  const image = new URL(tag(html, 'og:image') ?? '');
  assert.equal(image.origin, 'https://sun.example');
  const query = image.search.replaceAll('&amp;', '&');
  assert.equal((await get(image.pathname + query)).headers['content-type'], 'image/png');
  assert.doesNotMatch(html, /id="told"/);
});

test('unknown names are reported, also without a state and next to a wrong value', async () => {
  const told = async (query: string) =>
    /id="told" role="status">([^<]*)</.exec((await get(`/?${query}`)).html)?.[1];
  assert.equal(await told('latitude=59&l=sv'), 'Okänt i länken: latitude.');
  assert.match(
    (await told('use=%3Cb%3E&kWp=8&%22=&l=en')) ?? '',
    /cannot be used: use=&lt;b&gt;\. The page .* instead\. Unknown in the link: kWp, &quot;\.$/,
  );
});

test('a link without a state, or with foreign parameters, gets the shared page', async () => {
  const { html } = await get('/?l=en');
  assert.equal((await get('/?l=en&utm_source=x')).html, html);
  assert.equal(tag(html, 'og:url'), 'https://sun.example/?l=en');
  assert.equal(tag(html, 'og:title'), 'Does solar pay at your house?');
});

test('no query breaks the page or injects markup', async () => {
  const evil = encodeURIComponent('"><script>alert(1)</script><img src=x onerror=alert(1)>');
  for (const query of [
    `f=${evil}`,
    `lat=${evil}&lng=${evil}`,
    `net=${evil}&fuse=${evil}&use=${evil}&s=${evil}&hz=${evil}`,
    'f=%00%ff%fe&use=%',
    'lat[]=1&lat=2&__proto__=x&f=constructor',
    `f=${'27_180_5~'.repeat(900)}`,
    `hz=${'9_'.repeat(5000)}`,
    'lat=NaN&lng=Infinity&f=-0_-0_-0',
    'use=1?lat=2',
    'lat={kwh}&lng={place}',
  ]) {
    const { status, html } = await get(`/?${query}&l=en`);
    assert.equal(status, 200, query);
    assert.doesNotMatch(html, /<script>alert|<img/, query);
    assert.equal(html.match(/<script /g)?.length, 2, query);
    assert.ok(html.length < 60_000, `${query.slice(0, 40)}: ${html.length}`);
  }
});

test('above the rate limit a link gets the shared page', async (t) => {
  // A loaded machine takes longer than the window.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const caller = { 'x-forwarded-for': '10.9.9.9' };
  const titles: (string | undefined)[] = [];
  for (let i = 0; i <= LINKS.withoutKey; i++) {
    const { status, html } = await get('/?lat=59.27&lng=15.21&l=en', caller);
    assert.equal(status, 200);
    titles.push(tag(html, 'og:title'));
  }
  assert.equal(titles.pop(), 'Does solar pay at your house?');
  for (const title of titles) assert.match(title ?? '', /^Örebro/);
});
