/** Runs a script that bundle.ts has made, by what V8 compiled ahead where that fits this Node. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/** A script as it is loaded, not yet run. V8 refuses code of another version or other flags, and compiles what is called. */
export function loadScript(file: URL): Script {
  // Its bytes are ASCII, a byte a character in memory, too.
  const source = readFileSync(file, 'latin1');
  return new Script(source, { filename: file.href, cachedData: compiledOf(file) });
}

/** Runs it; what it begins goes on afterwards. */
export function runScript(file: URL): Script {
  const script = loadScript(file);
  const importFile = (url: string) => import(url);
  script.runInThisContext()(createRequire(file), { exports: {} }, file.href, importFile);
  return script;
}

/** Where a script's compiled code lies, if it has any. The script's name has its hash: V8 itself compares lengths alone. */
export function compiledUrl(file: URL): URL {
  return new URL(`${file.href}.compiled`);
}

function compiledOf(file: URL): Buffer | undefined {
  try {
    return readFileSync(compiledUrl(file));
  } catch {
    return undefined;
  }
}
