import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPoint } from './read-point.ts';

test('coordinates are read with points and with commas', () => {
  const point = { lat: 59.61, lng: 16.55 };
  for (const text of [
    '59.61, 16.55',
    '59.61,16.55',
    '59,61 16,55',
    ' 59,61; 16,55 ',
    '59.61°, 16.55°',
  ])
    assert.deepEqual(readPoint(text), point, text);
  for (const text of ['Västerås', '99, 16', '59.61 16.55 3', '1e2 3', '', 'Skövde 1'])
    assert.equal(readPoint(text), null, text);
});

test('half a coordinate is recognised', () => {
  for (const text of ['59.61', '59,61°', '60°']) assert.equal(readPoint(text), 'half', text);
});

/** Links as the services write them. */
const LINKS: [link: string, lat: number, lng: number][] = [
  [
    // The middle of the map is 38.8864874, -77.0377681, the marker another place.
    'https://www.google.com/maps/place/The+White+House/@38.8864874,-77.0377681,15z/data=!4m6!3m5!1s0x89b7b7bcdecbb1df:0x715969d86d0b76bf!8m2!3d38.8976763!4d-77.0365298!16zL20vMDgxc3E',
    38.8977,
    -77.0365,
  ],
  ['https://www.google.com/maps/@42.585444,13.007813,6z', 42.5854, 13.0078],
  ['https://www.openstreetmap.org/#map=17/34.10245/-118.28715', 34.1025, -118.2872],
  ['https://www.openstreetmap.org/?mlat=59.61&mlon=16.55#map=17/59.6/16.5', 59.61, 16.55],
];

test('map links give their marker, or the centre of the map', () => {
  for (const [link, lat, lng] of LINKS) {
    const point = readPoint(link);
    assert.ok(point && typeof point === 'object', link);
    assert.ok(Math.abs(point.lat - lat) < 1.1e-4 && Math.abs(point.lng - lng) < 1.1e-4, link);
  }
});

test('short links and other pages give no point', () => {
  for (const link of ['https://maps.app.goo.gl/AbCdEf', 'https://osm.org/go/0EEQjE--'])
    assert.equal(readPoint(link), 'shortLink', link);
  for (const link of ['https://example.com/', 'http://', 'https://www.google.com/maps?q=Falun'])
    assert.equal(readPoint(link), null, link);
});

test('only the beginning of a long text is read', () => {
  for (const [length, found] of [
    [1000, { lat: 59.61, lng: 16.55 }],
    [2000, null],
  ] as const)
    assert.deepEqual(readPoint(`https://a.b/${'x'.repeat(length)}@59.61,16.55`), found);
});
