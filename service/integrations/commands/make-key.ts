/** Makes an organisation's key: `make-key.ts ORG [LABEL] [EXPIRES]`. Nothing but its hash is kept. */
import { newKey } from '../organisations/keys.ts';

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const [org = '', label = '', expires = ''] = process.argv.slice(2);
if (!NAME.test(org)) giveUp('Name the organisation by its id: make integrations-key ORG=solfirman');
if (label && !NAME.test(label)) {
  giveUp('LABEL is something else, expected small letters, digits and hyphens: LABEL=web-shop');
}
if (expires && !(isDay(expires) && Date.parse(expires) > Date.now())) {
  giveUp(
    `EXPIRES is something else, expected a day to come: EXPIRES=${new Date().getFullYear() + 1}-06-30`,
  );
}
const { key, sha256 } = newKey();
const named = { sha256, ...(label && { label }), ...(expires && { expires_on: expires }) };
console.log(`The key of ${org}, shown this once: ${key}
Add its SHA-256 to "api_keys_sha256" of ${org} in the file that ORGANISATIONS_FILE names, and send the
running process SIGHUP:
${JSON.stringify(label || expires ? named : sha256)}`);

/** Whether the calendar has that day: V8 makes 3 March of 31 February. */
function isDay(text: string): boolean {
  const ms = DATE.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
