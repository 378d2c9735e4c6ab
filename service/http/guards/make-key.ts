/** Makes an API key: `sun key`. Only its hash is stored. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { commandLine } from '../../../schemas/commands/command-line.ts';
import { newApiKey } from './api-keys.ts';

const { label, file } = commandLine('key');
if (!/^\S(.*\S)?$/.test(label)) {
  console.error('error: give the key a label: make key LABEL="Web shop" [API_KEYS_FILE=keys.txt]');
  process.exit(2);
}
const { key, line } = newApiKey(label);
if (file) keep(file);
console.log(`The key, shown this once: ${key}`);
if (file) console.log(`Its hash is in ${file}. Send the running service SIGHUP to take it in.`);
else console.log(`Add this line to the file that API_KEYS_FILE names:\n${line}`);

/** Adds the line. One before it that has no end gets one. */
function keep(path: string): void {
  try {
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const gap = before === '' || before.endsWith('\n') ? '' : '\n';
    appendFileSync(path, `${gap}${line}\n`, { mode: 0o600 });
  } catch (error) {
    console.error(
      `error: ${path}: the key cannot be added (${(error as Error).message}). Name a file in a folder that exists.`,
    );
    process.exit(1);
  }
}
