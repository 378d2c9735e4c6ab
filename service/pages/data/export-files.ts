import { cellsTable } from '../../../pipeline/export/cells-table.ts';
import { exportedRasters } from '../../../pipeline/export/rasters.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import { type Content, contentOf } from '../../http/content.ts';
import { contentName } from './price-files.ts';

/** A file of an export, named by its content. */
export interface ExportFile {
  /** Its name in the folder of an export: `ghi_01.tif`. */
  name: string;
  served: string;
  content: Content;
}

/** Makes the table and the maps that `sun export` writes, each compressed. */
export function exportFiles(artifact: PvYieldArtifact): Promise<ExportFile[]> {
  const maps = [...exportedRasters(artifact)].map(([name, bytes]) =>
    exportFile(name, 'image/tiff', Buffer.from(bytes)),
  );
  const table = Buffer.from(cellsTable(artifact));
  return Promise.all([exportFile('cells.csv', 'text/csv; charset=utf-8', table), ...maps]);
}

async function exportFile(name: string, type: string, bytes: Buffer): Promise<ExportFile> {
  return { name, served: contentName(name, bytes), content: await contentOf(type, bytes) };
}
