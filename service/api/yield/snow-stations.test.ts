/** Snow of the dataset's stations: made up for this test, beside means worked out by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validator } from '../../../schemas/checks/validate.ts';
import type { PvYieldSeries, SnowStation, SnowTable } from '../../../schemas/types.ts';
import { refusal } from '../../test/contract.ts';
import { startTestService, testLoaded } from '../../test/service.ts';
import { normalsAt, weightedStations } from './snow-stations.ts';

const checkSeries = validator('api/pv-yield-series.schema.json');
const PATH = '/api/v1/pv-yield/series';
const PLACE = { lat: 59.13, lng: 15.29 };
const FACE = { tilt: 30, azimuth: 180, kwp: 5 };
const KM_PER_DEG = 111.195;

/** A station of the test's own, as many km north of the place. */
function stationNorth(name: string, km: number, cm: number, days: number): SnowStation {
  return {
    name,
    lat: PLACE.lat + km / KM_PER_DEG,
    lng: PLACE.lng,
    snowfall_cm: [cm, cm / 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, cm],
    snow_days: [days, days / 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, days],
    humidity_pct: Array(12).fill(80),
  };
}

const NEAR = stationNorth('Near (made up)', 50, 30, 4);
const FAR = stationNorth('Far (made up)', -100, 60, 7);
const BEYOND = stationNorth('Beyond (made up)', 151, 900, 30);
const TABLE: SnowTable = {
  source: 'Made up for tests',
  trust: 'C',
  stations: [FAR, BEYOND, NEAR],
};

async function serviceWith(snow: SnowTable | undefined) {
  const loaded = testLoaded();
  const { pvYield } = loaded;
  assert.ok(pvYield);
  if (snow) pvYield.artifact.header.snow = snow;
  const { call } = await startTestService({ loaded });
  const post = (more: object, faces: object[] = [FACE], place: object = PLACE) =>
    call(PATH, { method: 'POST', body: JSON.stringify({ ...place, faces, ...more }) });
  const series = async (more: object, faces?: object[]): Promise<PvYieldSeries> => {
    const answer = await post(more, faces);
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
    return checkSeries(JSON.parse(answer.text));
  };
  return { post, series };
}

const none = await serviceWith(undefined);
const snowy = await serviceWith(TABLE);

test('a place takes its stations by inverse distance, worked out by hand', () => {
  // (1/50 - 1/150)² to (1/100 - 1/150)²: 16 to 1.
  const found = weightedStations(TABLE.stations, PLACE.lat, PLACE.lng);
  assert.deepEqual(
    found.map(({ station }) => station.name),
    [NEAR.name, FAR.name],
  );
  found.forEach(({ weight, km }, i) => {
    assert.ok(Math.abs(weight - [16 / 17, 1 / 17][i]) < 1e-4, `${weight}`);
    assert.ok(Math.abs(km - [50, 100][i]) < 0.01, `${km}`);
  });
  const { snowfall_cm, snow_days, humidity_pct } = normalsAt(TABLE, PLACE.lat, PLACE.lng);
  assert.ok(Math.abs(snowfall_cm[0] - (16 * 30 + 60) / 17) < 0.003, `${snowfall_cm}`);
  assert.ok(Math.abs(snow_days[1] - (16 * 2 + 3.5) / 17) < 0.001, `${snow_days}`);
  assert.ok(humidity_pct.every((pct) => Math.abs(pct - 80) < 1e-9));
});

test('at a station its own figures count, and one that comes into reach comes in from nothing', () => {
  const at = weightedStations(TABLE.stations, NEAR.lat, NEAR.lng);
  assert.deepEqual(
    at.map(({ station, weight }) => [station, weight]),
    [[NEAR, 1]],
  );
  const beside = weightedStations(TABLE.stations, NEAR.lat + 0.0001, NEAR.lng);
  assert.ok(beside[0].weight > 0.9999);
  const edge = weightedStations(TABLE.stations, PLACE.lat + 1.1 / KM_PER_DEG, PLACE.lng);
  const [, , beyond] = edge;
  assert.ok(beyond.station === BEYOND && beyond.weight < 1e-6, `${beyond.weight}`);
});

test("snow=1 takes the dataset's normals as if the caller had given them, and says whose they are", async () => {
  const { source, ...snow_normals } = normalsAt(TABLE, PLACE.lat, PLACE.lng);
  const given = await snowy.series({ snow_normals });
  const { model, ...found } = await snowy.series({ snow: 1 });
  const { model: ofGiven, ...expected } = given;
  assert.deepEqual(found, expected);
  assert.ok((found.faces[0].snow_loss?.[0] ?? 0) > 0.05, `${found.faces[0].snow_loss}`);
  assert.match(ofGiven.snow ?? '', /the caller's snow_normals$/);
  assert.equal(
    model.snow,
    "Townsend and Powers 2011 from the dataset's stations Near (made up) (50 km), Far (made up) (100 km), trust C: Made up for tests",
  );
  const own = { ...FACE, snow_loss: Array(12).fill(0.1) };
  const mixed = await snowy.series({ snow: 1 }, [own, FACE]);
  assert.deepEqual(mixed.faces[0].snow_loss, own.snow_loss);
  assert.deepEqual(mixed.faces[1].snow_loss, found.faces[0].snow_loss);
});

test('a dataset with stations answers as one without where snow is not asked for', async () => {
  for (const more of [{}, { snow: 0 }]) {
    const [found, expected] = [await snowy.post(more), await none.post(more)];
    assert.equal(found.text, expected.text);
    assert.equal(found.headers.etag, expected.headers.etag);
  }
  const asked = await snowy.post({ snow: 1 });
  const { source, ...snow_normals } = normalsAt(TABLE, PLACE.lat, PLACE.lng);
  const given = await snowy.post({ snow_normals });
  assert.notEqual(asked.headers.etag, given.headers.etag);
});

test('farther than 150 km from every station snow is refused, in a sentence', async () => {
  const { post } = await serviceWith({ ...TABLE, stations: [BEYOND] });
  const error = refusal(await post({ snow: 1 }), 422, 'invalid_parameter');
  assert.equal(error.field, 'snow');
  assert.match(error.message, /Beyond \(made up\), is 151 km away, expected one within 150 km/);
  assert.equal((await post({ snow: 1 }, [{ ...FACE, snow_loss: Array(12).fill(0) }])).status, 200);
  assert.equal((await post({})).status, 200);
});
