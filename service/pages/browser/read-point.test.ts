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
    '59.61° N, 16.55° E',
    '16.55 Ö, 59.61 N',
  ])
    assert.deepEqual(readPoint(text), point, text);
  for (const text of [
    'Västerås',
    '99, 16',
    '59.61 16.55 3',
    '1e2 3',
    '',
    'Skövde 1',
    "60°75'N 15°E",
  ])
    assert.equal(readPoint(text), null, text);
});

test('degrees, minutes and seconds are read in the forms that maps and people write', () => {
  // Falun: 60 + 36/60 and 15 + 38/60 degrees; with seconds 60 + 36/60 + 24/3600 and 15 + 37/60 + 52/3600.
  const whole = { lat: 60.6, lng: 15.6333 };
  for (const text of [
    "60°36'N 15°38'E",
    "60°36'N15°38'E",
    "15°38'Ö 60°36'N",
    '60° 36′ N, 15° 38′ E',
  ])
    assert.deepEqual(readPoint(text), whole, text);
  for (const text of ['60°36\'24.0"N 15°37\'52.0"E', '60° 36’ 24” N  15° 37’ 52” E'])
    assert.deepEqual(readPoint(text), { lat: 60.6067, lng: 15.6311 }, text);
  assert.deepEqual(readPoint("N60°36.4' E15°37.9'"), { lat: 60.6067, lng: 15.6317 });
  assert.deepEqual(readPoint("33°54'S 18°25'E"), { lat: -33.9, lng: 18.4167 });
});

test('half a coordinate is known as one', () => {
  for (const text of ["60°36'N", '59.61', '59,61° N', 'N 60', "15°38'Ö"])
    assert.equal(readPoint(text), 'half', text);
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
  ['https://www.google.com/maps/search/?api=1&query=47.5951518%2C-122.3316393', 47.5952, -122.3316],
  ['https://www.google.com/maps/search/59.61,+16.55?entry=tts', 59.61, 16.55],
  ['maps.google.com/?q=59.61,16.55', 59.61, 16.55],
  ['https://www.openstreetmap.org/#map=17/34.10245/-118.28715', 34.1025, -118.2872],
  ['https://www.openstreetmap.org/?mlat=59.61&mlon=16.55#map=17/59.6/16.5', 59.61, 16.55],
  ['https://maps.apple.com/?ll=37.7749,-122.4194&q=San+Francisco', 37.7749, -122.4194],
  [
    'https://maps.apple.com/place?address=A&coordinate=51.901958%2C-2.071685&name=B',
    51.902,
    -2.0717,
  ],
  ['geo:48.2010,16.3695,183', 48.201, 16.3695],
  ['geo:59.61,16.55;u=35', 59.61, 16.55],
  ['geo:0,0?q=59.61,16.55(Hemma)', 59.61, 16.55],
  ['https://kartor.eniro.se/?c=59.378028,16.508754&z=14', 59.378, 16.5088],
  ['https://kartor.eniro.se/?c=59.330231,18.059196&z=13&g=59.33,18.05&q=%22', 59.33, 18.05],
  ['https://www.hitta.se/kartan!~59.33023,18.05920,17z/tr!i=j2e5tYJQ', 59.3302, 18.0592],
  [
    'https://www.hitta.se/kartan!~61.34889,16.39606,14z/tr!i=U/search!i=c!q=L!t=single!st=cmp/geocode!l=61.35627:16.36664?search=L',
    61.3563,
    16.3666,
  ],
];

test('the links of maps lead to their marker, or to the middle of the map', () => {
  for (const [link, lat, lng] of LINKS) {
    const point = readPoint(link);
    assert.ok(point && typeof point === 'object', link);
    assert.ok(Math.abs(point.lat - lat) < 1.1e-4 && Math.abs(point.lng - lng) < 1.1e-4, link);
  }
});

test('a short link has no place, nor has any other page', () => {
  for (const link of ['https://maps.app.goo.gl/AbCdEf', 'https://osm.org/go/0EEQjE--'])
    assert.equal(readPoint(link), 'shortLink', link);
  for (const link of ['https://example.com/', 'http://', 'https://www.google.com/maps?q=Falun'])
    assert.equal(readPoint(link), null, link);
});

test('a long text takes no time', () => {
  const before = process.cpuUsage();
  for (const part of ['/maps/', '60°', '1 ', '&lat=1', 'N60', "1'1"]) {
    readPoint(`https://a.b/${part.repeat(1e5)}`);
    readPoint(part.repeat(1e5));
  }
  // Twelve texts, each of which would take minutes if its length counted. Own time: other work does not lengthen it.
  const { user } = process.cpuUsage(before);
  assert.ok(user < 500_000, `${user / 1000} ms`);
});
