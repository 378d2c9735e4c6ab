/** Compiled code of a script is used where it fits, and does no harm where it does not. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../../../pipeline/files/folder.test-kit.ts';
import { bundle } from './bundle.ts';
import { compileAhead } from './compile.ts';
import { compiledUrl, loadScript, runScript } from './run-script.ts';

const folder = testFolder();
const code = runScript(scriptOf('0')).createCachedData();
/** The second word of V8's code is the hash of its version. */
const otherVersion = Buffer.from(code);
otherVersion.writeUInt32LE(otherVersion.readUInt32LE(4) ^ 1, 4);

let scripts = 0;

/** V8 asks for no compiled code of what it remembers, so each is another; of equal length, as its check has it. */
function scriptOf(digit: string): URL {
  const file = pathToFileURL(join(folder, `main-${digit}.cjs`));
  writeFileSync(
    file,
    `(function (require, module, url) { globalThis.ranFrom = url; /* ${digit} */ })`,
  );
  return file;
}

for (const [name, compiled, isRejected] of [
  ['what this Node compiled', code, false],
  ['what another V8 compiled', otherVersion, true],
  ['half a file', code.subarray(0, code.length / 2), true],
  ['no bytes', Buffer.alloc(0), true],
  ['bytes of anything', Buffer.from('anything else'), true],
] as const) {
  test(`a script runs with ${name}`, () => {
    const file = scriptOf(String(++scripts));
    writeFileSync(compiledUrl(file), compiled);
    assert.equal(loadScript(file).cachedDataRejected, isRejected);
    Object.assign(globalThis, { ranFrom: '' });
    runScript(file);
    assert.equal((globalThis as { ranFrom?: string }).ranFrom, file.href);
  });
}

test('the service has code that this Node uses, once it is compiled ahead', async () => {
  const { script } = await bundle();
  assert.equal(await compileAhead(script), true);
  assert.equal(isRejectedAt(script), 'false');
  // Bundled again as it is, it keeps that.
  assert.equal((await bundle()).script, script);
  assert.equal(isRejectedAt(script), 'false');
});

/** By a process that has not compiled the script itself. */
function isRejectedAt(script: string): string {
  const code = `const [source, cachedData] = ['', '.compiled'].map((end) => fs.readFileSync(process.argv[1] + end));
    console.log(new vm.Script(source.toString('latin1'), { cachedData }).cachedDataRejected)`;
  return execFileSync(process.execPath, ['-e', code, script], { encoding: 'utf8' }).trim();
}
