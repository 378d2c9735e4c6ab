import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTowns } from '../../../pipeline/accuracy/towns.ts';
import { smallArtifact } from '../../../pipeline/dataset/artifact.test-kit.ts';
import { fileRecord } from '../../../pipeline/files/file-record.ts';
import { pvYieldPath } from '../../../pipeline/versions/build-outputs.ts';
import { readManifest } from '../../../pipeline/versions/build-record.ts';
import { builtDefault } from '../../test/default-dataset.ts';
import { reportPage } from './report/page.ts';
import { translateReport } from './translate-report.ts';

const ENGLISH =
  /(?<![\w/.-])(the|of|and|is|are|to|from|with|each|year|north|south|cells?|places?|dataset|file|that|on|no|at|by)(?![\w/.-])/i;

/** Expects Swedish everywhere but in texts that are the data's own, which are marked. */
function assertSwedish(report: string, data: object): void {
  const own = JSON.stringify(data);
  const html = translateReport(report).replace(/<(pre|style)[\s\S]*?<\/\1>/g, '');
  const marked = [...html.matchAll(/<span lang="en">([^<]+)</g)].map(([, text]) => text);
  for (const text of marked) assert.ok(own.includes(text.replace(/\.$/, '')), text);
  const rest = html.replace(/<span lang="en">[^<]+/g, '');
  for (const [, text = '', label = ''] of rest.matchAll(/>([^<>]+)|aria-label="([^"]+)"/g))
    assert.doesNotMatch(text + label, ENGLISH);
}

test('the report on the default dataset is in Swedish, except for quotes of its sources', async () => {
  const { folder, loaded } = await builtDefault();
  assert.ok(loaded.pvYield);
  const { artifact } = loaded.pvYield;
  const file = { ...(await fileRecord(pvYieldPath(folder))), path: 'artifacts/pv-yield.bin' };
  const reported = { file, manifest: readManifest(folder) };
  const report = reportPage(artifact, reported, readTowns());
  assertSwedish(report, artifact.header);
  const swedish = translateReport(report);
  assert.match(swedish, /<html lang="sv">[\s\S]*<h1>Sol över Sverige, datamängd 1\.0\.0</);
  assert.match(swedish, /<td>pv-yield\.bin, 16,7 MB<[\s\S]*PVGIS 5\.2, medelvärden för 2005 till/);
  assert.match(swedish, /make artifacts\nsha256sum/);
});

test("a report's notes on gaps, unusual values and a missing manifest are in Swedish", () => {
  const artifact = smallArtifact();
  const accepted = { radiation_db: 'RADDB-ERA5', reason: 'the year 1816' };
  Object.assign(artifact.header, {
    filled_cells: 3,
    accepted_ranges: [accepted],
    accepted_pixels: [accepted],
  });
  const file = { path: 'artifacts/pv-yield.bin', bytes: 1, sha256: '0a'.repeat(32) };
  const report = reportPage(artifact, { file, manifest: null }, readTowns());
  assertSwedish(report, { ...artifact.header, said: 'accepted: the year 1816' });
});
