/** The organisations file as the connect page reads and writes it. */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { OrganisationRecord, SecretReference } from '../../../schemas/types.ts';
import type { Port } from '../providers/account.ts';
import type { Encryption } from '../store/encryption.ts';
import {
  type Organisation,
  readOrganisations,
  readSecret,
  secretContext,
} from './organisations.ts';

export interface AccountsFile {
  /** The organisation's record as the file has it now. */
  read(org: string): OrganisationRecord;
  /** A secret, encrypted for its field. */
  encrypt(org: string, field: string, secret: string): SecretReference;
  /** The value of a secret of the record. */
  decrypt(org: string, field: string, reference: SecretReference): string;
  /**
   * Writes an account of the organisation into the file, all of it or nothing, and reads the organisations again.
   * @throws Error when the file cannot be written or would not be valid
   */
  save<P extends Port>(
    org: string,
    port: P,
    account: NonNullable<OrganisationRecord[P]>,
  ): Promise<void>;
}

/** @param use called with the organisations once the file is written */
export function openAccounts(
  path: string,
  env: NodeJS.ProcessEnv,
  encryption: Encryption,
  use: (organisations: Organisation[]) => Promise<void>,
): AccountsFile {
  const readFile = (): { organisations: OrganisationRecord[] } =>
    JSON.parse(readFileSync(path, 'utf8'));
  const recordOf = (organisations: OrganisationRecord[], org: string) => {
    const record = organisations.find(({ id }) => id === org);
    if (!record) throw new Error(`${path} has no organisation "${org}".`);
    return record;
  };
  return {
    read: (org) => recordOf(readFile().organisations, org),
    encrypt: (org, field, secret) => ({
      encrypted: encryption.encrypt(secret, secretContext(org, field)),
    }),
    decrypt: (org, field, reference) =>
      readSecret(reference, env, encryption, secretContext(org, field)),
    async save(org, port, account) {
      const content = readFile();
      recordOf(content.organisations, org)[port] = account;
      await use(replaceFile(realpathSync(path), content, env, encryption));
    },
  };
}

/** Writes a draft next to the file, checks it, and renames it over the file. */
function replaceFile(
  file: string,
  content: object,
  env: NodeJS.ProcessEnv,
  encryption: Encryption,
): Organisation[] {
  const draft = `${file}.draft`;
  try {
    const { mode } = statSync(file);
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode, flush: true });
    const organisations = readOrganisations(draft, env, encryption);
    renameSync(draft, file);
    syncFolder(dirname(file));
    return organisations;
  } finally {
    rmSync(draft, { force: true });
  }
}

function syncFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
