/** Makes an API key: `node --import tsx service/make-key.ts LABEL [FILE]`. Only its hash is kept. */
import { appendFileSync } from 'node:fs';
import { newApiKey } from './api-keys.ts';

const [label = '', file] = process.argv.slice(2);
if (!/^\S(.*\S)?$/.test(label)) {
  console.error('Give the key a label: make key LABEL="Web shop" [API_KEYS_FILE=keys.txt]');
  process.exit(1);
}
const { key, line } = newApiKey(label);
console.log(`The key, shown this once: ${key}`);
if (file) {
  appendFileSync(file, `${line}\n`, { mode: 0o600 });
  console.log(`Its hash is in ${file}. Send the running service SIGHUP to take it in.`);
} else {
  console.log(`Add this line to the file that API_KEYS_FILE names:\n${line}`);
}
