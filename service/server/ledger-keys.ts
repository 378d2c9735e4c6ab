/** Keys of the ledger, as settings have them: of whoever publishes, and of those whom nodes believe. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Keys of the ledger that are set. */
export interface LedgerKeys {
  ledgerKey: KeyObject | undefined;
  ledgerPublicKeys: readonly KeyObject[];
}

/** LEDGER_KEY. @throws Error without showing it */
export function readLedgerKey(text: string): KeyObject | undefined {
  if (!text) return undefined;
  return keyOf('LEDGER_KEY', text, (key) =>
    createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
  );
}

/** LEDGER_PUBLIC_KEYS, between commas: while changing them the new one and the old one. @throws Error */
export function readLedgerPublicKeys(text: string): KeyObject[] {
  if (!text) return [];
  return text
    .split(',')
    .map((one) =>
      keyOf('LEDGER_PUBLIC_KEYS', one.trim(), (key) =>
        createPublicKey({ key, format: 'der', type: 'spki' }),
      ),
    );
}

/** Public keys of those whom a publisher believes: the ones that are set, and its own. */
export function believedKeys({ ledgerKey, ledgerPublicKeys }: LedgerKeys): KeyObject[] {
  return [...ledgerPublicKeys, ...(ledgerKey ? [createPublicKey(ledgerKey)] : [])];
}

function keyOf(name: string, text: string, read: (der: Buffer) => KeyObject): KeyObject {
  try {
    const key = read(Buffer.from(text, 'base64'));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  throw new Error(
    `${name} holds no Ed25519 key in base64 of DER. "openssl genpkey -algorithm ed25519 -outform DER" makes a private one, "openssl pkey -inform DER -pubout -outform DER" its public one; "base64 -w0" writes each as text.`,
  );
}
