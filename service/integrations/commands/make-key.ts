/** Makes an organisation's key: `make-key.ts ORG [LABEL]`. Only its hash is stored. */
import { newKey } from '../organisations/organisations.ts';

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

const [org = '', label = ''] = process.argv.slice(2);
if (!NAME.test(org)) giveUp(`ORG is "${org}", expected an id such as solfirman.`);
if (label && !NAME.test(label)) {
  giveUp(
    `LABEL is "${label}", expected lower-case letters, digits and hyphens, for example web-shop.`,
  );
}
const { key, sha256 } = newKey();
console.log(`The key of ${org}, shown this once: ${key}
Add its SHA-256 to "api_keys_sha256" of ${org} in the file that ORGANISATIONS_FILE names, and send the
running process SIGHUP:
${JSON.stringify(label ? { sha256, label } : sha256)}`);

function giveUp(message: string): never {
  console.error(`error: ${message}`);
  process.exit(1);
}
