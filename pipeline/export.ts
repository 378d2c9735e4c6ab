/**
 * Writes the dataset's maps for QGIS and spreadsheets: `node --import tsx pipeline/export.ts
 * [--artifacts FOLDER] [--out FOLDER]`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pvYieldPath } from './build-outputs.ts';
import { commandLine } from './command-line.ts';
import { cellsTable } from './export/cells-table.ts';
import { exportedRasters } from './export/rasters.ts';
import { exportReadMe } from './export/read-me.ts';
import { PROJECT } from './file-record.ts';
import { makeOutputFolder } from './output-place.ts';
import { readDataset } from './read-dataset.ts';

const options = commandLine({
  options: {
    artifacts: { type: 'string', default: join(PROJECT, 'artifacts') },
    out: { type: 'string', default: join(PROJECT, 'artifacts', 'export') },
  },
});

try {
  await exportDataset(options.artifacts, options.out);
} catch (error) {
  console.error(`Export failed: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function exportDataset(folder: string, out: string): Promise<void> {
  const artifact = await readDataset(pvYieldPath(folder));
  makeOutputFolder(out);
  const rasters = exportedRasters(artifact);
  for (const [name, bytes] of rasters) writeFileSync(join(out, name), bytes);
  writeFileSync(join(out, 'cells.csv'), cellsTable(artifact));
  writeFileSync(join(out, 'README.txt'), exportReadMe(artifact.header));
  const { dataset_version, cells } = artifact.header;
  console.log(
    `${out}: dataset ${dataset_version}, ${rasters.size} GeoTIFFs, cells.csv with ${cells} cells, README.txt.`,
  );
}
