import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROJECT } from '../../schemas/project.ts';
import { projectionOf } from './crs.ts';

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

test('texts of GDAL, ESRI, met.no and pyproj are read as PROJ reads them, to a metre, both ways', () => {
  const lines = readFileSync(join(PROJECT, 'fixtures/projections/proj.tsv'), 'utf8').trim();
  const places = [
    [14, 58],
    [23.5, 65.75],
  ];
  for (const line of lines.split('\n')) {
    const [text, ...numbers] = line.split('\t');
    const projection = projectionOf(text, 'test');
    const metres = projection.isGeographic ? 111_000 : 1;
    for (const [i, [lng, lat]] of places.entries()) {
      const [x, y] = numbers.slice(2 * i, 2 * i + 2).map(Number);
      const [foundX, foundY] = projection.toCrs(lng, lat);
      assert.ok(Math.hypot(foundX - x, foundY - y) * metres < 1, `${text}: ${foundX} ${foundY}`);
      const [foundLng, foundLat] = projection.toLngLat(x, y);
      assert.ok(Math.hypot(foundLng - lng, foundLat - lat) < 1e-5, `${text}: ${foundLng}`);
    }
  }
});

test('codes are known in the forms that files have', () => {
  for (const crs of ['epsg:3035', '+init=epsg:3035', 'urn:ogc:def:crs:EPSG::3035']) {
    assert.ok(Math.abs(projectionOf(crs, 'test').toCrs(10, 52)[0] - 4_321_000) < 1e-3, crs);
  }
});

test('an unknown code says to give a proj4 string in crs', () => {
  for (const crs of ['EPSG:2154', 'EPSG:32767', 'Sweden', '']) {
    assert.throws(() => projectionOf(crs, 'a.tif'), /^Error: a\.tif: .*proj4 string in "crs"/, crs);
  }
});

test('a projection that is not computed as PROJ does is refused by name', () => {
  const rotated =
    'GEOGCRS["x",BASEGEOGCRS["x",DATUM["x",ELLIPSOID["x",6371229,0]]],DERIVINGCONVERSION["x",METHOD["Pole rotation (netCDF CF convention)"]],CS[ellipsoidal,2],AXIS["longitude",east],AXIS["latitude",north]]';
  const base =
    'GEOGCS["x",DATUM["x",SPHEROID["x",6378137,298.257]],PRIMEM["x",0],UNIT["degree",0.0174532925]]';
  for (const [crs, name] of [
    ['+proj=foo', '"foo"'],
    ['+proj=krovak +ellps=bessel', '"krovak"'],
    ['+proj=ob_tran +o_proj=longlat +o_lat_p=39.25 +lon_0=18 +R=6367470', '"ob_tran"'],
    ['+proj=utm +lon_0=15', '"utm"'],
    ['+proj=laea +lat_0=52 +lon_0=10 +ellps=WGS84 +R_V', '"laea \\+R_V"'],
    ['+proj=longlat +pm=paris', '"longlat \\+pm=paris"'],
    ['+proj=lcc +lat_1=63.3 +lon_0=15', 'one parallel.*\\+lat_2'],
    ['+proj=laea +lat_0=ten', '\\+lat_0=ten, expected degrees'],
    ['+proj=laea +lat_0=52 +R=big', '\\+R=big, expected a number'],
    [rotated, '"rotated pole"'],
    [`PROJCS["x",${base},PROJECTION["Winkel_Tripel"],UNIT["m",1]]`, '"Winkel_Tripel"'],
    [`PROJCS["x",${base}`, 'brackets do not close'],
  ]) {
    assert.throws(() => projectionOf(crs, 'a.tif'), new RegExp(`^Error: a\\.tif: .*${name}`), crs);
  }
});
