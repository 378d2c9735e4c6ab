/** Makes an organisation's key: `sun integrations key`. Only its hash is stored. */

import { commandLine } from '../../../schemas/commands/command-line.ts';
import { newKey } from '../organisations/organisations.ts';

const { org, label } = commandLine('integrations key');
const { key, sha256 } = newKey();
console.log(`The key of ${org}, shown this once: ${key}
Add its SHA-256 to "api_keys_sha256" of ${org} in the file that ORGANISATIONS_FILE names, and send the
running process SIGHUP:
${JSON.stringify(label ? { sha256, label } : sha256)}`);
