export interface LinkSecret {
  /** One letter or digit, which the links signed with it carry. */
  kid: string;
  key: Buffer;
}

const MIN_BYTES = 32;
const ENTRY = /^([A-Za-z0-9]):([A-Za-z0-9+/_-]+={0,2})$/;

const ADVICE =
  'Expected a letter, a colon and at least 32 random bytes in base64, as in LINK_SECRETS="a:$(openssl rand -base64 32)"; while changing secrets the new one, a comma and the old one.';

/**
 * The secrets that LINK_SECRETS names: the first signs, both are known.
 * @throws Error saying what is wrong, without showing a secret
 */
export function readLinkSecrets(text: string): LinkSecret[] {
  const secrets = text.split(',').map((entry, i) => secretOf(entry.trim(), i));
  if (secrets.length > 2)
    throw invalidSecret(`has ${secrets.length} secrets, at most two are possible`);
  if (secrets.length === 2 && secrets[0].kid === secrets[1].kid) {
    throw invalidSecret(`has two secrets with the letter "${secrets[0].kid}"`);
  }
  return secrets;
}

function secretOf(entry: string, i: number): LinkSecret {
  const [, kid, base64] = ENTRY.exec(entry) ?? [];
  if (!kid) throw invalidSecret(`is not readable in secret ${i + 1}`);
  const key = Buffer.from(base64, 'base64');
  if (key.length >= MIN_BYTES) return { kid, key };
  throw invalidSecret(`has only ${key.length} bytes in secret ${i + 1}`);
}

function invalidSecret(what: string): Error {
  return new Error(`LINK_SECRETS ${what}. ${ADVICE}`);
}
