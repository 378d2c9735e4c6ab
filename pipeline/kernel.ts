/**
 * Compiles the kernel's AssemblyScript into base64 in a source file, which any runtime, thread or bundle
 * can load: `node --import tsx pipeline/kernel.ts [--check]`. With --check it fails when the committed file
 * is stale.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../schemas/project.ts';
import { scratchFolder } from './files/staging.ts';

const SOURCE = 'pipeline/solar/assembly/add-day.ts';
const TARGET = 'pipeline/solar/add-day-wasm.ts';
const ASC = 'node_modules/assemblyscript/bin/asc.js';
const OPTIONS = '-O3 --converge --enable simd --runtime stub --importMemory --noExportMemory';

const text = `// Generated from assembly/ by "make kernel". Do not edit.\nexport const ADD_DAY_WASM =\n  '${compile()}';\n`;
if (!process.argv.includes('--check')) {
  writeFileSync(join(PROJECT, TARGET), text);
  console.log(`Wrote ${TARGET}`);
} else if (readFileSync(join(PROJECT, TARGET), 'utf8') !== text) {
  console.error(
    `${TARGET} is stale: ${SOURCE} or what it exports changed. Run "make kernel" and commit the result.`,
  );
  process.exitCode = 1;
}

function compile(): string {
  const scratch = scratchFolder();
  try {
    const wasm = join(scratch.path, 'add-day.wasm');
    const args = [ASC, SOURCE, '--outFile', wasm, ...OPTIONS.split(' ')];
    execFileSync(process.execPath, args, { cwd: PROJECT, stdio: 'inherit' });
    return readFileSync(wasm, 'base64');
  } finally {
    scratch.remove();
  }
}
