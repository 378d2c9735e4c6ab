import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupNames } from './name-patterns.ts';

/** Names of all twelve months by a template: MM with a leading zero, M without. */
function months(template: string): string[] {
  return Array.from({ length: 12 }, (_, i) =>
    template.replace('MM', String(i + 1).padStart(2, '0')).replace('M', String(i + 1)),
  );
}

const CASES: [name: string, names: string[], pattern: string][] = [
  ['PVGIS, before its database', months('gh_0_M_sarah2.asc'), 'gh_0_{month}_sarah2.asc'],
  ['PVGIS, with the word month', months('gh_0_month_M.asc'), 'gh_0_month_{month}.asc'],
  ['a version that could be a month', months('v2/r11-MM-final3.tif'), 'v2/r11-{month}-final3.tif'],
  ['a year that all share', months('ghi_2005_MM.tif'), 'ghi_2005_{month}.tif'],
  [
    'many years',
    [...months('ghi_2005_MM.tif'), ...months('ghi_2006_MM.tif')],
    'ghi_{year}_{month}.tif',
  ],
  [
    'CM SAF',
    [
      ...months('SISxx2001MM010000004231000101MA.nc'),
      ...months('SISxx2002MM010000004231000101MA.nc'),
    ],
    'SISxx{year}{month}*.nc',
  ],
  ['a file for all', ['data_stream-moda.nc'], 'data_stream-moda.nc'],
];

for (const [name, names, pattern] of CASES) {
  test(`the month's place in names: ${name}`, () => {
    const groups = groupNames([...names, 'README-3.tif']);
    assert.deepEqual(
      groups.map((group) => group.pattern),
      [pattern, 'README-3.tif'],
    );
    assert.equal(groups[0].members.length, names.length);
    if (names.length === 1) return;
    assert.deepEqual(
      groups[0].members.map(({ month }) => month),
      names.map((_, i) => (i % 12) + 1),
    );
  });
}
