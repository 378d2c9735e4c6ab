/**
 * Writes the dataset for QGIS and spreadsheets: `sun export`.
 */
import { join } from 'node:path';
import { commandLine } from '../schemas/commands/command-line.ts';
import { PROJECT } from '../schemas/project.ts';
import { cellsTable } from './export/cells-table.ts';
import { exportedRasters, exportReadMe } from './export/rasters.ts';
import { writeFileWhole } from './files/write-whole.ts';
import { makeOutputFolder, readDataset } from './named-files.ts';
import { pvYieldPath } from './versions/build-outputs.ts';

const { artifacts = join(PROJECT, 'artifacts'), out = join(artifacts, 'export') } =
  commandLine('export');

const artifact = await readDataset(pvYieldPath(artifacts));
makeOutputFolder(out);
const rasters = exportedRasters(artifact);
for (const [name, bytes] of rasters) writeFileWhole(join(out, name), bytes);
writeFileWhole(join(out, 'cells.csv'), cellsTable(artifact));
writeFileWhole(join(out, 'README.txt'), exportReadMe(artifact.header));
const { dataset_version, cells } = artifact.header;
console.log(
  `${out}: dataset ${dataset_version}, ${rasters.size} GeoTIFFs, cells.csv with ${cells} cells, README.txt.`,
);
