import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectionOf } from './crs.ts';

// echo "LNG LAT" | gdaltransform -s_srs EPSG:4326 -t_srs EPSG:n   (GDAL 3.6.2)
const transformed: [crs: string, lng: number, lat: number, x: number, y: number][] = [
  ['EPSG:3035', 14, 58, 4557738.187, 3884227.616],
  ['EPSG:3035', 24, 69, 4882879.477, 5154245.472],
  ['EPSG:3006', 14, 58, 440892.105, 6429147.611],
  ['EPSG:3006', 24, 69, 858846.043, 7680742.087],
];

test('Swedish and European metric systems agree with GDAL to a centimetre, both ways', () => {
  for (const [crs, lng, lat, x, y] of transformed) {
    const projection = projectionOf(crs, 'test');
    const [foundX, foundY] = projection.toCrs(lng, lat);
    assert.ok(Math.hypot(foundX - x, foundY - y) < 0.01, `${crs} ${foundX} ${foundY}`);
    const [foundLng, foundLat] = projection.toLngLat(x, y);
    assert.ok(Math.abs(foundLng - lng) < 1e-7 && Math.abs(foundLat - lat) < 1e-7, crs);
    assert.equal(projection.isGeographic, false);
  }
});

test('the Nordic UTM zones put their central meridian at easting 500 000', () => {
  const zones = { 25832: 9, 25833: 15, 25834: 21, 25835: 27, 3067: 27, 32633: 15 };
  for (const [code, meridian] of Object.entries(zones)) {
    const [x] = projectionOf(`EPSG:${code}`, 'test').toCrs(meridian, 62);
    assert.ok(Math.abs(x - 500000) < 1e-3, code);
  }
});

test('geographic systems are degrees with x as longitude, also when WKT puts latitude first', () => {
  const wkt =
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],' +
    'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],' +
    'AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]';
  for (const crs of ['EPSG:4326', 'EPSG:4258', 'EPSG:4619', '+proj=longlat +datum=WGS84', wkt]) {
    const projection = projectionOf(crs, 'test');
    assert.ok(projection.isGeographic, crs);
    assert.deepEqual(projection.toCrs(14, 58), [14, 58]);
  }
});

test('an unknown code or projection says to give a proj4 string in crs', () => {
  for (const crs of ['EPSG:2154', 'EPSG:32767', '+proj=foo', 'Sweden', '']) {
    assert.throws(() => projectionOf(crs, 'a.tif'), /^Error: a\.tif: .*proj4 string in "crs"/, crs);
  }
});
