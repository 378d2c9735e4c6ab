/** The replay on the test dataset: logs that are made of the service's own hours. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, utcOffsetMs } from '#clock/stockholm-time.ts';
import { yieldDataset } from '#engine/yield/dataset.ts';
import { parseSeries } from '#engine/yield/parse.ts';
import { seriesJson } from '#engine/yield/series.ts';
import type { PvYieldSeries } from '../../../schemas/types.ts';
import { testPrices } from '../../api/simulation/test/prices.ts';
import { readState } from '../../pages/explorer/url-state.ts';
import { testArtifact } from '../../test/artifact.ts';
import { type ReplayFile, replay } from './replay-answers.ts';
import { replayText } from './replay-text.ts';

const DATA = yieldDataset(testArtifact());
const PRICES = testPrices();
const PLACE = { lat: 59.13, lng: 15.29 };
const FACES = [
  { tilt: 27, azimuth: 100, kwp: 5 },
  { tilt: 27, azimuth: 280, kwp: 4.5 },
];

function hoursOf(faces: readonly object[]): number[] {
  const input = parseSeries({ ...PLACE, faces });
  const { hourly_kwh = [] }: PvYieldSeries = JSON.parse(seriesJson(DATA, PRICES, input));
  return hourly_kwh;
}

const fileOf = (text: string, clock: ReplayFile['clock'] = null): ReplayFile => ({
  files: [{ name: 'file.csv', bytes: new TextEncoder().encode(text) }],
  clock,
  isConfirmed: false,
});
const valuesOf = (hours: readonly number[]) => fileOf(hours.join('\n'));
const question = { place: PLACE, faces: FACES, meter: null };

test('a log that is the service’s roof times 0.9: factor 0.9, and a link with the losses that give it', async () => {
  const hours = hoursOf(FACES);
  const found = await replay(DATA, PRICES, {
    ...question,
    pv: valuesOf(hours.map((kwh) => 0.9 * kwh)),
  });
  assert.ok(Math.abs(found.comparison.factor - 0.9) < 1e-4, `${found.comparison.factor}`);
  const { months, meanDays, hours: single } = found.comparison.explained;
  for (const part of [months, meanDays, single]) assert.ok(part > 0.9999, `${part}`);
  const text = replayText(found, 'https://sol.example');
  assert.match(text, /^ {2}Year .* \+11 %$/m);
  const [, query = ''] = /https:\/\/sol\.example\/\?(\S+)$/m.exec(text) ?? [];
  const { lat, lng, faces, systemLossPct } = readState(query, 'en');
  assert.deepEqual({ lat, lng, faces: [...faces] }, { ...PLACE, faces: FACES });
  // The linked roof, asked of the service, gives the log's year.
  const system_loss = (systemLossPct ?? 0) / 100;
  const linked = hoursOf(FACES.map((face) => ({ ...face, system_loss })));
  const sum = (all: number[]) => all.reduce((total, kwh) => total + kwh, 0);
  assert.ok(Math.abs(sum(linked) / sum(hours) - 0.9) < 1e-4, `${sum(linked) / sum(hours)}`);
});

test('without faces the plane, the power and the clock are found that the log was made by', async () => {
  const hours = hoursOf([{ tilt: 35, azimuth: 220, kwp: 2 }]);
  const lines = hours.map((kwh, t) => {
    const utcMs = Date.UTC(2025, 0, 1, t) - HOUR_MS;
    const summerMs = utcOffsetMs(utcMs - HOUR_MS) - HOUR_MS;
    return `${new Date(utcMs - summerMs).toISOString().slice(0, 16)};${kwh}`;
  });
  const pv = fileOf(['Tid;PV (kWh)', ...new Set(lines)].join('\n'));
  const { log, ...found } = await replay(DATA, PRICES, { ...question, faces: null, pv });
  const { faces, isFitted, comparison } = found;
  assert.equal(log.clock, 'utc');
  assert.deepEqual(faces, [{ tilt: 35, azimuth: 220, kwp: 2 }]);
  assert.ok(isFitted);
  assert.ok(Math.abs(comparison.factor - 1) < 1e-3);
});

test('a house by its meter: it used what it bought and produced and did not sell', async () => {
  const sun = hoursOf(FACES);
  const used = sun.map((_, t) => (t % 24 < 6 ? 0.2 : 0.4));
  const lines = sun.map((kwh, t) => {
    const time = new Date(Date.UTC(2025, 0, 1, t)).toISOString().slice(0, 16);
    return `${time};${Math.max(0, used[t] - kwh)};${Math.max(0, kwh - used[t])}`;
  });
  const meter = fileOf(['Tid;Import;Export', ...lines].join('\n'), 'swedish');
  const { house } = await replay(DATA, PRICES, { ...question, pv: valuesOf(sun), meter });
  const sum = (of: (kwh: number, t: number) => number) =>
    sun.reduce((total, kwh, t) => total + of(kwh, t), 0);
  assert.ok(house?.hasSales);
  for (const { consumed_kwh, exported_kwh } of [house.logged, house.computed]) {
    assert.ok(Math.abs(consumed_kwh - sum((_, t) => used[t])) < 1);
    assert.ok(Math.abs(exported_kwh - sum((kwh, t) => Math.max(0, kwh - used[t]))) < 1);
  }
  await assert.rejects(
    replay(DATA, PRICES, { ...question, pv: valuesOf(sun.map((kwh) => kwh / 10)), meter }),
    /^Error: METER sells \d+ % more than PV produces, in \d+ hours, expected files of one house/,
  );
});

test('a roof that would need gains instead of losses, or has no sun, gets no link', async () => {
  for (const scale of [1.3, 0.3]) {
    const pv = valuesOf(hoursOf(FACES).map((kwh) => scale * kwh));
    const text = replayText(await replay(DATA, PRICES, { ...question, pv }), '');
    assert.match(text, /losses are no reason: check kWp/);
    assert.doesNotMatch(text, /calibrated roof:/);
  }
});
