import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bandMetadata,
  bandMonths,
  crsOf,
  degreesOf,
  gdalItems,
  placementOf,
} from './geotiff-tags.ts';

const nothing = { pixelScale: undefined, tiepoint: undefined, transformation: undefined };
const scaled = { ...nothing, pixelScale: [0.5, 0.25, 0], tiepoint: [0, 0, 0, 10, 70, 0] };

type Row = readonly [number, number, number];

/** The 4 x 4 matrix of a GeoTIFF, row by row: what makes x, and y, of column, row and 1. */
function matrix([xStep, xShear, x]: Row, [yShear, yStep, y]: Row) {
  return [xStep, xShear, 0, x, yShear, yStep, 0, y, 0, 0, 0, 0, 0, 0, 0, 1];
}

test('a tie point inside the raster is led back to its corner', () => {
  const tags = { ...scaled, tiepoint: [4, 8, 0, 12, 68, 0] };
  const { xEdge, yEdge } = placementOf(tags, null, 'a');
  assert.deepEqual([xEdge, yEdge], [10, 70]);
});

test('a negative scale is south-up', () => {
  const tags = { ...nothing, pixelScale: [0.5, -0.25, 0], tiepoint: [0, 0, 0, 10, 50, 0] };
  const expected = { xEdge: 10, yEdge: 50, xStep: 0.5, yStep: 0.25 };
  assert.deepEqual(placementOf(tags, null, 'a'), expected);
});

test('rotation, shear, no georeference and a zero pixel are refused', () => {
  const sheared = { ...nothing, transformation: matrix([0.5, 0.1, 10], [0, -0.5, 50]) };
  assert.throws(() => placementOf(sheared, null, 'a.tif'), /a\.tif: .*rotated or sheared/);
  const turned = { ...nothing, transformation: matrix([0, 0.5, 10], [0.5, 0, 50]) };
  assert.throws(() => placementOf(turned, null, 'a.tif'), /rotated or sheared/);
  assert.throws(() => placementOf(nothing, null, 'a.tif'), /no pixel size and tie point/);
  const flat = { ...scaled, pixelScale: [0, 0, 0] };
  assert.throws(() => placementOf(flat, null, 'a.tif'), /pixel size is 0/);
});

test('a projected file is not taken for the geographic system it is based on', () => {
  const keys = { GTModelTypeGeoKey: 1, GeographicTypeGeoKey: 4258 };
  assert.equal(crsOf({ ...keys, ProjectedCSTypeGeoKey: 3035 }, 'a'), 'EPSG:3035');
  assert.throws(() => crsOf(keys, 'a.tif'), /a\.tif: found no coordinate system .*Set "crs"/);
  assert.throws(() => crsOf({ ...keys, ProjectedCSTypeGeoKey: 32767 }, 'a'), /of its own/);
  assert.equal(crsOf({ GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326 }, 'a'), 'EPSG:4326');
  assert.throws(() => crsOf(null, 'a.tif'), /Set "crs"/);
});

/** Months of twelve bands by the metadata that GDAL keeps. */
function monthsOf(whole: string, ofBand: (band: number) => string) {
  const bands = Array.from({ length: 12 }, (_, band) => band);
  const items = bands.map((band) => ofBand(band).replaceAll('<Item', `<Item sample="${band}"`));
  const metadata = gdalItems(`<GDALMetadata>${whole}${items.join('')}</GDALMetadata>`, 'a');
  const described = bands.map((band) => bandMetadata(metadata, band, 'a'));
  return bandMonths(metadata, described, 'a')?.map(({ year, month }) => [year, month]);
}

test('bands that come from NetCDF are of its times, whatever their dimension is called', () => {
  const march = Array.from({ length: 12 }, (_, i) => [
    2005 + Math.floor((i + 2) / 12),
    ((i + 2) % 12) + 1,
  ]);
  for (const dimension of ['time', 'valid_time', 'XTIME', 'T']) {
    const found = monthsOf(
      `<Item name="${dimension}#units">months since 2005-03-01</Item>`,
      (band) =>
        `<Item name="DESCRIPTION">t2m_${band + 1}</Item><Item name="NETCDF_DIM_${dimension}">${band}</Item>`,
    );
    assert.deepEqual(found, march, dimension);
  }
  const numbers = monthsOf(
    '',
    (band) => `<Item name="NETCDF_DIM_month">${((band + 2) % 12) + 1}</Item>`,
  );
  assert.deepEqual(
    numbers,
    march.map(([, month]) => [0, month]),
  );
  const members = monthsOf('', (band) => `<Item name="NETCDF_DIM_number">${band}</Item>`);
  assert.equal(members, undefined);
});

test('a file that NetCDF with axes in degrees became is in degrees where it says nothing else', () => {
  const item = (name: string, value: string) => `<Item name="${name}">${value}</Item>`;
  const both = item('lat#units', 'degrees_north') + item('lon#units', 'degrees_east');
  assert.equal(degreesOf(gdalItems(both, 'a')), 'EPSG:4326');
  assert.equal(degreesOf(gdalItems(item('lat#units', 'degrees_north'), 'a')), undefined);
  assert.equal(degreesOf(gdalItems(item('x#units', 'm') + item('y#units', 'm'), 'a')), undefined);
});
