/** Makes an organisation's key: `node --import tsx service/integrations/commands/make-key.ts ORG`. Only its hash is kept. */
import { newKey } from '../organisations/keys.ts';

const [org = ''] = process.argv.slice(2);
if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(org)) {
  console.error('Name the organisation by its id: make integrations-key ORG=solfirman');
  process.exit(1);
}
const { key, sha256 } = newKey();
console.log(`The key of ${org}, shown this once: ${key}
Add its SHA-256 to "api_keys_sha256" of ${org} in the file that ORGANISATIONS_FILE names, and send the
running process SIGHUP:
"${sha256}"`);
