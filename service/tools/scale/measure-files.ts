/** A file server's part: first lookups from cells.bin, a read by itself, a first visit to the explorer. */
import { mkdtempSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepPage } from '../../pages/browser/offline/kept-page.ts';
import type * as Sdk from '../../pages/lookup/lookup.ts';
import { SDK_PACKAGE } from '../../pages/sdk/build-sdk.ts';
import { BUILT } from '../../pages/server/assets.ts';
import { serveFolder } from '../../test/file-server.ts';
import { childrenOf } from '../../test/process-figures.ts';
import { rawCall } from '../../test/service.ts';
import { random } from './calls.ts';
import { measureUs } from './measure-us.ts';
import type { Constants } from './model.ts';

const FRESH = 50;
/** Bytes of a block of cells.bin. */
const BLOCK_BYTES = 19_000;

type FileConstants = Pick<Constants, 'staticReads' | 'staticBytes' | 'fileUs'>;
type PageConstants = Pick<Constants, 'pageReads' | 'pageBytes'>;

/** Looks up with a client that has read nothing yet. */
export async function lookUpAfresh(base: string): Promise<void> {
  const { open }: typeof Sdk = await import(
    pathToFileURL(join(BUILT, SDK_PACKAGE, 'lookup.mjs')).href
  );
  const sun = await open(`${base}/cells.bin`);
  await sun.lookup({ lat: 57 + 5 * random(), lng: 14 + 2 * random(), tilt: 40, azimuth: 180 });
}

/** Serves a dataset's cells alone. @param folder for a folder of its own */
export function serveCells(artifacts: string, folder: string) {
  const data = mkdtempSync(join(folder, 'data-'));
  symlinkSync(join(artifacts, 'cells.bin'), join(data, 'cells.bin'));
  return serveFolder(data);
}

/** Reads and bytes of first lookups of fresh clients, and what a range of a block takes of nginx. */
export async function measureFiles(artifacts: string, folder: string): Promise<FileConstants> {
  const server = await serveCells(artifacts, folder);
  try {
    for (let i = 0; i < FRESH; i++) await lookUpAfresh(server.base);
    const answers = await server.answers();
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
    const most = statSync(join(artifacts, 'cells.bin')).size - BLOCK_BYTES;
    const [fileUs] = await measureUs(server.base, childrenOf(server.pid), () => {
      const from = Math.floor(most * random());
      return { path: '/cells.bin', headers: { range: `bytes=${from}-${from + BLOCK_BYTES - 1}` } };
    });
    return {
      staticReads: answers.length / FRESH,
      staticBytes: Math.round(bytes / FRESH),
      fileUs,
    };
  } finally {
    server.stop();
  }
}

/** Everything that a browser's first visit loads, now or for when there is no network, and the service worker. */
export async function measurePage(base: string): Promise<PageConstants> {
  const { text } = await rawCall(base, '/?l=sv');
  const { files } = keepPage(text, `${base}/?l=sv`);
  const paths = ['/?l=sv', '/offline.js', ...files.map((file) => new URL(file).pathname)];
  let pageBytes = 0;
  for (const path of paths) {
    const { status, headers } = await rawCall(base, path, { headers: { 'accept-encoding': 'br' } });
    if (status !== 200) throw new Error(`${path} of the explorer answers ${status}.`);
    pageBytes += Number(headers['content-length']) + JSON.stringify(headers).length;
  }
  return { pageReads: paths.length, pageBytes };
}
