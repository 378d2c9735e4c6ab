import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes a file, and next to it what servers send that do not compress on the way. */
export async function writeCompressed(file: string, content: string | Uint8Array): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, QUALITY));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
