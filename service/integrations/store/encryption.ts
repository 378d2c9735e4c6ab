/** Encryption and macs under DATA_KEY. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ID_BYTES = 4;
const HEAD_BYTES = ID_BYTES + IV_BYTES + TAG_BYTES;

interface DataKey {
  /** Identifies the key in encrypted values. It reveals nothing of the key. */
  id: Buffer;
  encrypting: Buffer;
  signing: Buffer;
}

/** Encrypts by AES-256-GCM with the first key of DATA_KEY. Each key decrypts. */
export interface Encryption {
  /** @param additionalData column and row, to which the encrypted text is bound */
  encrypt(text: string, additionalData: string): string;
  /** @throws Error when DATA_KEY lacks the key, or the text was changed or moved */
  decrypt(encrypted: string, additionalData: string): string;
  encryptBytes(plain: Buffer, additionalData: string): Buffer;
  /** @throws Error as `decrypt` */
  decryptBytes(encrypted: Buffer, additionalData: string): Buffer;
  /** Name of the first key. */
  keyId: string;
  /** Macs of a text, 32 bytes each, one by each key. The first is given out, all are accepted. */
  macs(text: string): Buffer[];
  /** Whether a text in base64url is one of the macs. */
  isMac(text: string, mac: string): boolean;
}

/** @param dataKeys the keys of DATA_KEY, 32 bytes each */
export function encryptionOf(dataKeys: readonly Buffer[]): Encryption {
  const keys = dataKeys.map(dataKeyOf);
  const [first] = keys;
  const self: Encryption = {
    encrypt: (text, additionalData) =>
      self.encryptBytes(Buffer.from(text), additionalData).toString('base64url'),
    decrypt: (encrypted, additionalData) =>
      self.decryptBytes(Buffer.from(encrypted, 'base64url'), additionalData).toString(),
    encryptBytes(plain, additionalData) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first.encrypting, iv);
      cipher.setAAD(Buffer.from(additionalData));
      const body = [cipher.update(plain), cipher.final()];
      return Buffer.concat([first.id, iv, cipher.getAuthTag(), ...body]);
    },
    decryptBytes(encrypted, additionalData) {
      const key = keys.find(({ id }) => id.equals(encrypted.subarray(0, ID_BYTES)));
      if (!key) throw new Error('DATA_KEY lacks the key of an encrypted value: add the old key.');
      const iv = encrypted.subarray(ID_BYTES, ID_BYTES + IV_BYTES);
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv('aes-256-gcm', key.encrypting, iv, options);
      decipher.setAAD(Buffer.from(additionalData));
      decipher.setAuthTag(encrypted.subarray(ID_BYTES + IV_BYTES, HEAD_BYTES));
      return Buffer.concat([decipher.update(encrypted.subarray(HEAD_BYTES)), decipher.final()]);
    },
    keyId: first.id.toString('hex'),
    macs: (text) => keys.map(({ signing }) => createHmac('sha256', signing).update(text).digest()),
    isMac(text, mac) {
      const sent = Buffer.from(mac, 'base64url');
      return self
        .macs(text)
        .some((own) => own.length === sent.length && timingSafeEqual(own, sent));
    },
  };
  return self;
}

interface Owner {
  readonly org: string;
  readonly encryption: Encryption;
}

/** Encrypts the value of a column, such as `offer.body`, bound to it and to the row. */
export function encryptColumn(owner: Owner, column: string, row: string, text: string): string {
  return owner.encryption.encrypt(text, `${column}|${owner.org}|${row}`);
}

/** @throws Error as `decrypt` */
export function decryptColumn(owner: Owner, column: string, row: string, text: string): string {
  return owner.encryption.decrypt(text, `${column}|${owner.org}|${row}`);
}

/** Encrypts personal numbers. Null where none is known. */
export function encryptNumbers(
  owner: Owner,
  column: string,
  row: string,
  numbers: readonly (string | null)[],
): string | null {
  return numbers.some(Boolean) ? encryptColumn(owner, column, row, JSON.stringify(numbers)) : null;
}

function dataKeyOf(key: Buffer): DataKey {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, '', use, KEY_BYTES));
  const id = createHash('sha256').update(derived('name')).digest().subarray(0, ID_BYTES);
  return { id, encrypting: derived('encrypt'), signing: derived('sign') };
}
