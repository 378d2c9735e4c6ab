/** A folder that any file server serves: a dataset by name of its content, and the SDK that looks things up in it. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { writeCellFiles } from '../../../pipeline/dataset/cells/cell-files.ts';
import { fileRecord } from '../../../pipeline/files/file-record.ts';
import { isOfBuild, readCellsHead } from '../../../schemas/codec/cells/read-cells-head.ts';
import { pvYieldHeader } from '../../../schemas/codec/decode-pv-yield.ts';
import { readArtifactHead } from '../../../schemas/codec/read-artifact.ts';
import type { CurrentBuild, PvYieldHeader } from '../../../schemas/types.ts';
import { cellsName } from '../../pages/data/price-files.ts';
import { ASSET_LIST, SDK_FILES } from '../../pages/server/assets.ts';
import { writeCompressed } from './write-compressed.ts';

/** The pointer to the newest of the other files. */
const CURRENT = 'data/current.json';

/** More files than that by digest are more than hosts take (Cloudflare Pages: 20 000): one file alone then. */
const MOST_FILES = 10_000;

/** Digits of a digest in a name. */
const DIGITS = 16;

/**
 * Writes the folder's files.
 * @param artifacts the build's folder
 * @param assets what `make pages` built
 * @throws Error naming a file that is missing or damaged
 */
export async function writeStaticFolder(
  artifacts: string,
  assets: string,
  folder: string,
): Promise<void> {
  mkdirSync(join(folder, 'data'), { recursive: true });
  const cells = need(join(artifacts, 'cells.bin'));
  const head = await readCellsHead(cells);
  const { digest, header, blocks } = head;
  const whole = await headerOf(join(artifacts, 'pv-yield.bin'));
  if (!isOfBuild(head, whole))
    throw new Error(
      `${cells} is of dataset ${header.dataset_version}, ${header.generated_at}, but pv-yield.bin of ${whole.dataset_version}, ${whole.generated_at}. Run "make artifacts".`,
    );
  const name = parse(cellsName(digest)).name;
  copyFileSync(cells, join(folder, 'data', `${name}.bin`));
  const hasFiles = blocks.filter((entry) => entry).length < MOST_FILES;
  if (hasFiles) await writeCellFiles(cells, join(folder, 'data', name));
  const prices = join(artifacts, 'prices.bin');
  const manifest = need(join(artifacts, 'manifest.json'));
  const current: CurrentBuild = {
    dataset: header.dataset_version,
    digests: { 'manifest.json': (await fileRecord(manifest)).sha256 },
    digest,
    cells: `${name}.bin`,
    ...(hasFiles ? { head: `${name}/head.bin` } : {}),
    provenance: await writeProvenance(whole, join(folder, 'data')),
    ...(existsSync(prices) ? { prices: await copyByContent(prices, join(folder, 'data')) } : {}),
  };
  writeFileSync(join(folder, CURRENT), `${JSON.stringify(current, null, 2)}\n`);
  copyAssets(assets, join(folder, 'assets'));
  const pinned = copyModules(assets, join(folder, 'sdk'));
  writeFileSync(join(folder, '_headers'), headersOf(pinned));
  writeFileSync(join(folder, 'nginx.conf'), NGINX);
}

async function headerOf(path: string): Promise<PvYieldHeader> {
  return pvYieldHeader((await readArtifactHead(need(path))).header, path);
}

/** Writes what made the dataset, and how exact it is, which no lookup reads. @returns its name, by its content */
async function writeProvenance(
  { interannual, ...header }: PvYieldHeader,
  folder: string,
): Promise<string> {
  const { plane_factors: _, plane_scatter_pct: __, ...spread } = interannual ?? {};
  const text = JSON.stringify({ ...header, ...(interannual ? { interannual: spread } : {}) });
  const name = `provenance.${createHash('sha256').update(text).digest('hex').slice(0, DIGITS)}.json`;
  await writeCompressed(join(folder, name), text);
  return name;
}

/** Copies a file to the name of its content. @returns that name */
async function copyByContent(path: string, folder: string): Promise<string> {
  const { name, ext } = parse(path);
  const { sha256 } = await fileRecord(path);
  const own = `${name}.${sha256.slice(0, DIGITS)}${ext}`;
  await writeCompressed(join(folder, own), readFileSync(path));
  return own;
}

/** Everything that pages load, each with what is compressed of it. */
function copyAssets(assets: string, folder: string): void {
  mkdirSync(folder);
  for (const name of Object.values(readAssets(assets))) {
    for (const ending of ['', '.br', '.gz'])
      copyFileSync(need(join(assets, name + ending)), join(folder, name + ending));
  }
}

function readAssets(assets: string): Record<string, string> {
  return JSON.parse(readFileSync(need(join(assets, ASSET_LIST)), 'utf8'));
}

/**
 * The modules by their names, and for ever by their hashes, each compressed beside it.
 * @returns the names with hashes
 */
function copyModules(assets: string, folder: string): string[] {
  mkdirSync(folder);
  const list = readAssets(assets);
  for (const name of SDK_FILES) {
    for (const ending of ['', '.br', '.gz']) {
      const from = need(join(assets, list[name] + ending));
      copyFileSync(from, join(folder, basename(from)));
      copyFileSync(from, join(folder, name + ending));
    }
  }
  return SDK_FILES.map((name) => basename(list[name]));
}

function need(path: string): string {
  if (existsSync(path)) return path;
  throw new Error(`${path} is missing, expected it from "make artifacts pages".`);
}

/** For hosts that read this file: Cloudflare Pages, Netlify. What is not named by its content is asked again soon. */
const HEADERS = `/*
  Access-Control-Allow-Origin: *
  Access-Control-Expose-Headers: ETag, Content-Range, Content-Encoding
  X-Content-Type-Options: nosniff
/data/*
  Cache-Control: public, max-age=31536000, immutable, no-transform
/${CURRENT}
  ! Cache-Control
  Cache-Control: public, max-age=60
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
location = /${CURRENT} {
    add_header Access-Control-Allow-Origin *;
    add_header Cache-Control "public, max-age=60";
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
