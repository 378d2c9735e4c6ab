/** The organisations of ORGANISATIONS_FILE, with their secrets. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fillingValidator } from '../../../schemas/checks/fill-defaults.ts';
import { InvalidValueError } from '../../../schemas/checks/invalid-value.ts';
import type {
  OrganisationKeyRecord,
  OrganisationRecord,
  SecretReference,
  SplitMode,
} from '../../../schemas/types.ts';
import { isWebhookSecret, WEBHOOK_SECRET_FORM } from '../../http/webhook-secret.ts';
import { redactValue } from '../errors.ts';
import type { Accounts } from '../providers/account.ts';
import { accountsOf, type ReadSecret, secretsOf } from '../providers/account.ts';
import type { Encryption } from '../store/encryption.ts';

/** An organisation with its secrets, which are in memory only. */
export interface Organisation extends Accounts {
  id: string;
  /** The name that customers know. */
  name: string;
  /** False while the subscription is suspended. */
  isActive: boolean;
  keys: readonly OrganisationKey[];
  /** Secrets that leads are signed with. Two while they rotate. */
  leadSecrets: readonly string[];
  /** The split of reductions where the offer does not give one. */
  taxSplit: Exclude<SplitMode, 'shares'>;
  /** Years for which signed and invoiced offers are retained, beyond RETENTION_DAYS. */
  retentionYears: number;
}

/** A key, of which only the hash is stored. */
export interface OrganisationKey {
  sha256: Buffer;
  /** Its name in the request log. */
  label: string;
}

/**
 * Bokföringslagen (1999:1078) 7:2: records stay until the seventh year after the calendar year in which the
 * financial year ended has passed.
 */
export const RETENTION_YEARS = 7;

/** Digits of a key's hash that name a key without a label. */
const LABEL_DIGITS = 8;

const checkOrganisations = fillingValidator('integrations/organisations.schema.json');

/**
 * Reads the organisations.
 * @param encryption decrypts the secrets that the connect page has written. Null if there is no DATA_KEY
 * @throws Error naming file and field, what was found and what was expected. Never a secret
 */
export function readOrganisations(
  path: string,
  env: NodeJS.ProcessEnv,
  encryption: Encryption | null,
): Organisation[] {
  const records = readRecords(path);
  const twice = records.find(({ id }, i) => records.findIndex((one) => one.id === id) < i);
  if (twice) throw new Error(`${path}: the organisation "${twice.id}" is listed twice.`);
  const organisations = records.map((record) =>
    organisationOf(record, (field, reference) => {
      const value = secretOrNothing(() => {
        return readSecret(reference, env, encryption, secretContext(record.id, field));
      });
      const fault = faultOf(field, reference, value);
      if (fault === null) return value;
      throw new Error(`${path}: "${record.id}.${field}" refers to ${fault}.`);
    }),
  );
  refuseSharedKeys(path, organisations);
  return organisations;
}

/** The organisation of that id. @throws Error naming those that are there */
export function named(organisations: readonly Organisation[], id = ''): Organisation {
  const found = organisations.find((one) => one.id === id);
  if (found) return found;
  const ids = organisations.map((one) => one.id).join(', ');
  throw new Error(`There is no organisation "${id}", expected ORG= with one of ${ids}.`);
}

function readRecords(path: string): OrganisationRecord[] {
  const text = readFileSync(path, 'utf8');
  try {
    return checkOrganisations(JSON.parse(text)).organisations;
  } catch (error) {
    // The parser's message repeats the text: a secret may be in it by mistake.
    if (error instanceof SyntaxError) throw new Error(`${path} is not valid JSON.`);
    if (!(error instanceof InvalidValueError)) throw error;
    throw new Error(`${path}: ${redactValue(error).message}`);
  }
}

/** The context that a secret of an organisation is encrypted in. */
export function secretContext(org: string, field: string): string {
  return `organisation|${org}|${field}`;
}

/**
 * Reads a secret. Empty where it is not set, or there is no DATA_KEY.
 * @throws Error when its file cannot be read, or DATA_KEY does not decrypt it
 */
export function readSecret(
  reference: SecretReference,
  env: NodeJS.ProcessEnv,
  encryption: Encryption | null,
  context: string,
): string {
  if ('encrypted' in reference) return encryption?.decrypt(reference.encrypted, context) ?? '';
  if ('env' in reference) return env[reference.env]?.trim() ?? '';
  return readFileSync(reference.file, 'utf8').trim();
}

function secretOrNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Where a secret is and what is wrong with it, never its value. Null if nothing is. */
function faultOf(field: string, reference: SecretReference, value: string): string | null {
  if ('encrypted' in reference) {
    return value === '' ? 'an encrypted secret, which DATA_KEY does not decrypt' : null;
  }
  const isFile = 'file' in reference;
  const place = isFile ? `the file ${reference.file}` : `the environment variable ${reference.env}`;
  if (value === '') {
    return `${place}, which is not ${isFile ? 'there, cannot be read or is empty' : 'set'}`;
  }
  if (field !== 'lead_secret' || isWebhookSecret(value)) return null;
  return `${place}, which has no such value, expected ${WEBHOOK_SECRET_FORM}`;
}

/** Rejects a key of two organisations, and a label of two keys. */
function refuseSharedKeys(path: string, organisations: readonly Organisation[]): void {
  const owners = new Map<string, string>();
  for (const { id, keys } of organisations) {
    for (const [i, { sha256, label }] of keys.entries()) {
      const owner = owners.get(sha256.toString('hex'));
      if (owner) throw new Error(`${path}: "${owner}" and "${id}" have the same key.`);
      owners.set(sha256.toString('hex'), id);
      if (keys.findIndex((one) => one.label === label) === i) continue;
      throw new Error(`${path}: "${id}" has two keys with the label "${label}".`);
    }
  }
}

function organisationOf(record: OrganisationRecord, secret: ReadSecret): Organisation {
  return {
    id: record.id,
    name: record.name,
    isActive: record.subscription === 'active',
    keys: record.api_keys_sha256.map(keyOf),
    leadSecrets: secretsOf('lead_secret', record.lead_secret, secret),
    ...accountsOf(record, secret),
    taxSplit: record.tax_split?.mode ?? 'per_started_cap',
    retentionYears: record.kept_years ?? RETENTION_YEARS,
  };
}

function keyOf(record: OrganisationRecord['api_keys_sha256'][number]): OrganisationKey {
  const { sha256: hex, label }: OrganisationKeyRecord =
    typeof record === 'string' ? { sha256: record } : record;
  return {
    sha256: Buffer.from(hex, 'hex'),
    label: label ?? hex.slice(0, LABEL_DIGITS),
  };
}

/** A valid key and its owner. */
export interface KnownKey {
  organisation: Organisation;
  key: OrganisationKey;
}

/** A new random key, and its hash for the organisations file. */
export function newKey(): { key: string; sha256: string } {
  const key = `ik_${randomBytes(24).toString('base64url')}`;
  return { key, sha256: sha256(key).toString('hex') };
}

/** The owner of a key. Null if there is none. Compares in constant time. */
export function ownerOf(organisations: readonly Organisation[], text: string): KnownKey | null {
  const hash = sha256(text);
  let known: KnownKey | null = null;
  for (const organisation of organisations) {
    for (const key of organisation.keys) {
      if (timingSafeEqual(key.sha256, hash)) known = { organisation, key };
    }
  }
  return known;
}

/** The name of a caller in the log: its organisation and the label of its key. */
export function callerName({ organisation, key }: KnownKey): string {
  return `${organisation.id}/${key.label}`;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
