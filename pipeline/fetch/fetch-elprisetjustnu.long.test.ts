import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import type { ElprisetjustnuYear } from '../../schemas/types.ts';
import { fetchElprisetjustnu } from './fetch-elprisetjustnu.ts';
import { quickClient, serverAndFolder, testOutput } from './server.test-kit.ts';

const { server, folder } = await serverAndFolder();

const year = (more: Partial<ElprisetjustnuYear> = {}): ElprisetjustnuYear => ({
  year: 2025,
  areas: ['SE3'],
  path: 'spot/2025',
  base_url: `${server.base}/api/v1/prices`,
  ...more,
});
const fetchYear = (entry = year(), output = testOutput()) =>
  fetchElprisetjustnu(entry, folder, output, quickClient);
const names = () => readdirSync(join(folder, 'spot/2025')).sort();

/** A day as the feed writes it, shortened to one entry at noon. */
function dayText(path: string): string {
  const [, yyyy, day] = /prices\/(\d{4})\/(\d\d-\d\d)_SE\d\.json$/.exec(path) ?? [];
  const time_start = `${yyyy}-${day}T12:00:00+01:00`;
  return JSON.stringify([{ SEK_per_kWh: 0.5, EUR_per_kWh: 0.04, EXR: 11, time_start }]);
}
const serveDays = () => server.handle(({ url = '' }, response) => response.end(dayText(url)));

test('a year is fetched day by day, and only once', async () => {
  serveDays();
  const output = testOutput();
  await fetchYear(year(), output);
  assert.equal(names().length, 365);
  assert.equal(server.requests[0].path, '/api/v1/prices/2025/01-01_SE3.json');
  assert.equal(new Set(server.requests.map(({ path }) => path)).size, 365);

  const broken = join(folder, 'spot/2025', '06-06_SE3.json');
  const whole = readFileSync(broken, 'utf8');
  writeFileSync(broken, whole.slice(0, 30));
  server.requests.length = 0;
  await fetchYear(year(), output);
  assert.deepEqual(
    server.requests.map(({ path }) => path),
    ['/api/v1/prices/2025/06-06_SE3.json'],
  );
  assert.equal(readFileSync(broken, 'utf8'), whole);
  assert.match(output.lines[0], /365 day files, 365 asked for now/);
  assert.match(output.lines[1], /365 day files, 1 asked for now/);
});

test('of several areas and a leap year, a day that the feed lacks is reported and left out', async () => {
  server.handle(({ url = '' }, response) => {
    if (url.includes('03-30_SE4')) response.writeHead(404).end('<html>');
    else response.end(dayText(url));
  });
  const output = testOutput();
  await fetchYear(year({ year: 2024, areas: ['SE3', 'SE4'] }), output);
  assert.equal(names().length, 731);
  assert.ok(names().includes('02-29_SE4.json'));
  assert.match(output.lines[0], /731 day files/);
  assert.match(output.lines[1], /the feed has no 03-30_SE4\.json\./);
});

test('a wrong address is noticed after five days', async () => {
  server.handle((_, response) => response.writeHead(404).end());
  await assert.rejects(fetchYear(), /answers 404, as the 4 before\. Correct "year" or "base_url"/);
  assert.ok(server.requests.length <= 6);
});

const REFUSED: [what: string, text: (url: string) => string, problem: RegExp][] = [
  ['a page', () => '<html>', /01-01_SE3\.json: Unexpected token/],
  ['no prices', () => '[]', /has no prices, expected those of a day/],
  [
    'another year',
    (url) => dayText(url).replace('2025', '2024'),
    /has prices of 2024, expected 2025/,
  ],
];
for (const [what, text, problem] of REFUSED) {
  test(`${what} in the place of a day's prices is refused and not stored`, async () => {
    server.handle(({ url = '' }, response: ServerResponse) => {
      response.end(url.includes('01-01') ? text(url) : dayText(url));
    });
    await assert.rejects(fetchYear(), problem);
    assert.ok(!names().includes('01-01_SE3.json'));
  });
}

test('a year that is not over is refused, until midnight in Sweden', async () => {
  server.handle((_, response) => response.writeHead(404).end());
  const now = mock.method(Date, 'now', () => Date.UTC(2025, 11, 31, 22, 59));
  await assert.rejects(fetchYear(), /the year 2025 is not over/);
  assert.equal(server.requests.length, 0);
  now.mock.mockImplementation(() => Date.UTC(2025, 11, 31, 23, 0));
  await assert.rejects(fetchYear(), /answers 404/);
});
