/**
 * Prints what raster files hold, or why they are refused: `sun inspect FILE...`.
 * A zip is listed entry by entry. Exits 1 when one is refused.
 */
import { commandLine } from '../../schemas/commands/command-line.ts';
import { fileKind } from '../rasters/open/file-kind.ts';
import { displayName, type RasterRef } from '../rasters/open/open-raster.ts';
import { listEntries } from '../rasters/open/zip.ts';
import { contentsText, rasterContents } from './recipe/raster-contents.ts';

const { operands } = commandLine('inspect');
for (const path of operands) {
  for (const ref of await refsOf(path)) await inspect(ref);
}

/** Entries of an archive, recognised by its first bytes. */
async function refsOf(path: string): Promise<RasterRef[]> {
  const kind = await fileKind(path, path).catch(() => undefined);
  if (kind !== 'zip') return [{ path }];
  return (await listEntries(path)).map((entry) => ({ path, entry }));
}

async function inspect(ref: RasterRef): Promise<void> {
  const name = displayName(ref);
  try {
    for (const contents of await rasterContents(ref))
      console.log(`${name}\n${contentsText(contents)}`);
  } catch (error) {
    const { message } = error as Error;
    console.error(`error: ${message.startsWith(name) ? message : `${name}: ${message}`}`);
    process.exitCode = 1;
  }
}
