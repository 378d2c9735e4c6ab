/** A folder that any file server serves: the two artifacts by names of their content, and the SDK that reads them. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hexOf } from '../../../schemas/codec/digest.ts';
import { readArtifactHead } from '../../../schemas/codec/read-artifact.ts';
import { artifactName } from '../../pages/data/price-files.ts';
import { ASSET_LIST, SDK_FILES } from '../../pages/server/assets.ts';
import { writeCompressed } from './write-compressed.ts';

/**
 * Writes the folder's files.
 * @param assets what `make pages` built
 * @throws Error naming a file that is missing or damaged
 */
export async function writeStaticFolder(
  artifacts: string,
  assets: string,
  folder: string,
): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const yields = need(join(artifacts, 'pv-yield.bin'));
  copyFileSync(yields, join(data, await nameOf('pv-yield', yields)));
  const prices = join(artifacts, 'prices.bin');
  if (existsSync(prices)) {
    await writeCompressed(join(data, await nameOf('prices', prices)), readFileSync(prices));
  }
  const pinned = copyAssets(assets, folder);
  writeFileSync(join(folder, '_headers'), headersOf(pinned));
  writeFileSync(join(folder, 'nginx.conf'), NGINX);
}

/**
 * Copies everything that pages load, and the modules of the SDK, each with what is compressed of it.
 * @returns the modules' names with hashes
 */
function copyAssets(assets: string, folder: string): string[] {
  const list: Record<string, string> = JSON.parse(
    readFileSync(need(join(assets, ASSET_LIST)), 'utf8'),
  );
  const copyTo = (to: string, name: string, newName = name) => {
    mkdirSync(join(folder, to), { recursive: true });
    for (const ending of ['', '.br', '.gz'])
      copyFileSync(need(join(assets, name + ending)), join(folder, to, newName + ending));
  };
  for (const name of Object.values(list)) copyTo('assets', name);
  // By their names, and cached for ever by their hashes.
  for (const name of SDK_FILES) {
    copyTo('sdk', list[name]);
    copyTo('sdk', list[name], name);
  }
  return SDK_FILES.map((name) => list[name]);
}

async function nameOf(name: 'pv-yield' | 'prices', path: string): Promise<string> {
  return artifactName(name, hexOf((await readArtifactHead(path)).digest));
}

function need(path: string): string {
  if (existsSync(path)) return path;
  throw new Error(`${path} is missing, expected it from "make artifacts pages".`);
}

/** Headers for hosts that read this file: Cloudflare Pages, Netlify. Files that are not named by content expire soon. */
const HEADERS = `/*
  Access-Control-Allow-Origin: *
  Access-Control-Expose-Headers: ETag, Content-Range, Content-Encoding
  X-Content-Type-Options: nosniff
/data/*
  Cache-Control: public, max-age=31536000, immutable, no-transform
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/sdk/*
  Cache-Control: public, max-age=3600
PINNED`;

/** The rules of the modules by their hashes, each by its name: hosts do not agree on patterns within one. */
function headersOf(pinned: readonly string[]): string {
  const rules = pinned.map(
    (name) =>
      `/sdk/${name}\n  ! Cache-Control\n  Cache-Control: public, max-age=31536000, immutable\n`,
  );
  return HEADERS.replace('PINNED', rules.join(''));
}

/** These headers for nginx, to be included in a server. Compression on the way would end the ranges of .bin files. */
const NGINX = `gzip_static on;
gzip_vary on;
location / {
    add_header Cache-Control "no-cache";
    add_header X-Content-Type-Options nosniff;
}
location /data/ {
    gzip off;
    add_header Access-Control-Allow-Origin *;
    add_header Access-Control-Expose-Headers "ETag, Content-Range, Content-Encoding";
    add_header Cache-Control "public, max-age=31536000, immutable, no-transform";
}
location /assets/ {
    add_header Cache-Control "public, max-age=31536000, immutable";
}
location /sdk/ {
    types { text/javascript js mjs; text/plain mts; }
    add_header Access-Control-Allow-Origin *;
    add_header Cache-Control "public, max-age=3600";
}
location ~ "^/sdk/.*\\.[0-9a-f]{10}\\.m?[jt]s$" {
    types { text/javascript js mjs; text/plain mts; }
    add_header Access-Control-Allow-Origin *;
    add_header Cache-Control "public, max-age=31536000, immutable";
}
`;
