import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { yieldDataset } from '../../api/yield/dataset.ts';
import { parseSeries } from '../../api/yield/query.ts';
import { seriesJson } from '../../api/yield/series.ts';
import { testArtifact } from '../../test/artifact.ts';
import { buildSeriesRequest } from '../browser/local/requests.ts';
import { DEFAULT_STATE } from '../shared/state.ts';
import { readState } from '../shared/url-state.ts';
import { readLink } from './read-link.ts';

const pvYield = yieldDataset(testArtifact());
const loaded = { pvYield, prices: null };
const link = (query: string) => readLink(query, 'en', loaded);

test('the yield is that of the hours that the API answers: less snow, shade and horizon', () => {
  const snow = 's=50_40_20_5_0_0_0_0_0_0_10_30';
  const shade = 'sh=30_20_10_0_0_0_0_0_0_10_20_30';
  const ridge = 'hz=0_0_0_0_5_15_25_15_5_0_0_0';
  const more = ['', snow, shade, `${snow}&${shade}`, ridge, `${ridge}&${snow}&${shade}`, 'loss=7'];
  const years = more.map((part) => {
    const query = `?lat=59.3&lng=15.4&f=27_100_5~40_280_7.5&${part}`;
    const { yearKwh } = link(query);
    const asked = parseSeries(buildSeriesRequest(readState(query, 'en')));
    const { annual_kwh }: { annual_kwh: number } = JSON.parse(seriesJson(pvYield, null, asked));
    assert.ok(Math.abs((yearKwh ?? 0) - annual_kwh) < 0.02, `${part}: ${yearKwh}, ${annual_kwh}`);
    return annual_kwh;
  });
  const [free, ...less] = years.slice(0, -1);
  for (const year of less) assert.ok(year < free);
});

test('a place has its name, and there is no yield outside or without a dataset', () => {
  assert.equal(link('?lat=59.33&lng=18.07').place, 'Stockholm');
  assert.equal(link('?lat=55.68&lng=12.57').yearKwh, null);
  assert.equal(readLink('?use=4', 'en', { pvYield: null, prices: null }).yearKwh, null);
});

test('what a link asks for and the page does not take is said, with what is used', () => {
  for (const [query, ...said] of [
    ['f=27_180_99999', ['99999', 'power of face 1', '1,000']],
    [`f=${Array(14).fill('27_180_5').join('~')}`, ['14', 'number of faces', '10']],
    ['use=-5', ['-5', 'use of electricity', '0']],
    ['lat=67', ['67, –', 'the place', '59.33° N, 18.07° E']],
    ['lat=99&lng=18', ['99, 18', 'the place', '59.33° N']],
    ['f=27_100', ['27_100', 'the roof', '27°, 10 kW']],
    ['f=95_180_5', ['95', 'tilt of face 1', '90']],
    ['f=27_400_5', ['400', 'direction of face 1', '359.9']],
    ['fee=x', ['x', 'grid fee', 'usual']],
    ['s=1_2_3', ['1_2_3', 'snow', 'none']],
    ['sh=200_0_0_0_0_0_0_0_0_0_0_0', ['200_0', 'shade', '100 0']],
    ['hz=1_2', ['1_2', 'horizon', 'none']],
    ['fuse=63', ['63', 'main fuse', '20 A']],
    ['net=%22', ['"', 'grid company', 'none']],
    ['rise=50&life=0', ['50', 'electricity price', '20'], ['0', 'lifetime', '1']],
    ['lat=59.33&lng=18.07&f=', ['–', 'the roof', '10 kW']],
    ['lat=1e3&lng=18.07', ['1e3, 18.07', 'the place', '59.33']],
    ['lat=59.33&lng=180.5', ['59.33, 180.5', 'the place', '18.07']],
    ['lat=&lng=', ['–, –', 'the place', '59.33']],
    ['use=&rise=', ['–', 'the use of', '15,000'], ['–', 'change', '0']],
    ['s=&net=&fuse=', ['–', 'snow', 'none'], ['–', 'grid company', 'none'], ['–', 'fuse', '20 A']],
    ['ev=1e9&use=1e9', ['1e9', 'use of', '1,000,000'], ['1e9', 'electric car', '300']],
  ] as [string, ...string[][]][]) {
    const { corrections } = link(`?${query}`);
    assert.equal(corrections.length, said.length, `${query}: ${corrections.join(' ')}`);
    for (const [at, parts] of said.entries())
      for (const part of parts) assert.ok(corrections[at].includes(part), corrections[at]);
  }
});

test('what the page takes is not told, nor rounding', () => {
  for (const query of [
    '',
    'lat=59.33&lng=18.07&f=27_180_10&use=15000&o=2&fuse=25&net=ellevio&fee=40.5&loss=7.25',
    'lat=59.333333333&lng=18.0700001&f=27.04_360_9.999',
    's=0_0_0_0_0_0_0_0_0_0_0_0&sh=1_2_3_4_5_6_7_8_9_10_11_12&hz=0_0_0_0_5_15.25_0_0',
    'utm_source=x&lat=-90&lng=180',
  ])
    assert.deepEqual(link(`?${query}`).corrections, [], query);
});

test('whatever a query says, it is a link', () => {
  const names = [
    'lat',
    'lng',
    'f',
    's',
    'sh',
    'hz',
    'use',
    'ev',
    'o',
    'loss',
    'fee',
    'net',
    'fuse',
    'a',
  ];
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.float().map(String),
    fc.constant('1~2_3'),
  );
  const queries = fc.array(fc.tuple(fc.constantFrom(...names), values));
  fc.assert(
    fc.property(
      fc.oneof(
        queries.map((pairs) => String(new URLSearchParams(pairs))),
        fc.string(),
      ),
      (query) => {
        const { state, corrections } = link(query);
        assert.ok(state.faces.length >= 1 && state.faces.length <= 10);
        for (const sentence of corrections) assert.ok(sentence.length < 400, sentence);
      },
    ),
  );
  assert.deepEqual(link('?').state, { ...DEFAULT_STATE, lang: 'en' });
});
