import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { PROJECT } from '../../../schemas/project.ts';
import { type Content, contentFrom, sendContent } from '../../http/content.ts';
import { allowOnly } from '../../http/http-error.ts';
import { POLICIES } from './policy.ts';

/** Folder in which `make pages` puts what the pages load. */
export const BUILT = `${PROJECT}artifacts/pages`;

/** File in that folder: the hashed name of each asset by its own name, `theme.css` -> `theme.4KX2.css`. */
export const ASSET_LIST = 'assets.json';

/** File in that folder: the files that a script imports, by its own name. */
export const IMPORT_LIST = 'imports.json';

/** Names of scripts that run as workers. */
const WORKER = /-worker\./;

/** Cache rule of files that have the hash of their content in their name. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Files of the SDK: other sites load them by a name that stays. */
export const SDK_FILES = [
  'v1.js',
  'client.mjs',
  'client.d.mts',
  'lookup.mjs',
  'lookup-refusal.mjs',
  'lookup-series.mjs',
  'lookup-simulate.mjs',
  'lookup.d.mts',
];

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  mts: 'text/plain; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
};

/** Files that the pages load, in memory. */
export interface Assets {
  /** The address of an asset by its own name. Throws when there is none. */
  url(name: string): string;
  /** The addresses of what a script imports, by its own name. */
  importsOf(name: string): string[];
  /** An asset and its hashed name by its own name. Throws when there is none. */
  named(name: string): { file: string; content: Content };
  /** Answers what is below /assets/ and there. All else goes on. */
  serve: RequestHandler<{ file: string }>;
}

/**
 * Reads what `make pages` built.
 * @throws Error saying that it has to be built
 */
export function openAssets(folder: string): Assets {
  const imports = readList<string[]>(folder, IMPORT_LIST);
  const assets = new Map(
    Object.entries(readList<string>(folder, ASSET_LIST)).map(([name, file]) => {
      return [name, { file, content: builtContent(folder, file) }];
    }),
  );
  const named = (name: string) => {
    const asset = assets.get(name);
    if (asset) return asset;
    const names = [...assets.keys()].join(', ');
    throw new Error(`There is no asset "${name}", expected one of ${names}.`);
  };
  return {
    url: (name) => `/assets/${named(name).file}`,
    importsOf: (name) => (imports[name] ?? []).map((file) => `/assets/${file}`),
    named,
    serve: assetServer(
      new Map(Array.from(assets.values(), ({ file, content }) => [file, content])),
    ),
  };
}

/** A name has the hash of its content, so whoever has it need never request it again. */
function assetServer(contents: ReadonlyMap<string, Content>): Assets['serve'] {
  const refuse = allowOnly('GET, HEAD');
  return (request, response, next) => {
    const content = contents.get(request.params.file);
    if (!content) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(request, response, next);
    response.set('Cache-Control', FOR_EVER);
    if (WORKER.test(request.params.file)) response.set('Content-Security-Policy', POLICIES.worker);
    return sendContent(request, response, content);
  };
}

function readList<Entry>(folder: string, list: string): Record<string, Entry> {
  try {
    return JSON.parse(readFileSync(join(folder, list), 'utf8'));
  } catch (error) {
    throw new Error(`The pages are not built: run "make pages". ${(error as Error).message}`);
  }
}

function builtContent(folder: string, file: string): Content {
  const read = (ending: string) => readFileSync(join(folder, file + ending));
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1)];
  return contentFrom(type, read(''), read('.br'), read('.gz'));
}
