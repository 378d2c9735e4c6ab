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
interface DataKey {
  /** The key's name, which reveals nothing of it. */
  id: string;
  sealing: Buffer;
  signing: Buffer;
}

/** Encrypts and signs under DATA_KEY. */
export interface Sealer {
  /** @param context the owner of the text: it does not open in another context */
  seal(text: string, context: string): string;
  /** @throws Error when the key is gone, or the text was changed or moved */
  open(sealed: string, context: string): string;
  /** The beginning of all texts that the first key has sealed. */
  prefix: string;
  /** Macs of a text, 32 bytes each: the first is given out, all are accepted. */
  macs(text: string): Buffer[];
  /** Whether a text in base64url is one of the macs. */
  isMac(text: string, mac: string): boolean;
}

/** @param dataKeys DATA_KEY, 32 bytes each: the first seals, all open */
export function sealerOf(dataKeys: readonly Buffer[]): Sealer {
  const keys = dataKeys.map(dataKeyOf);
  const [first] = keys;
  const macs = (plain: string) =>
    keys.map(({ signing }) => createHmac('sha256', signing).update(plain).digest());
  return {
    seal(plain, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first.sealing, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([iv, cipher.getAuthTag(), body]);
      return `${first.id}.${whole.toString('base64url')}`;
    },
    open(sealed, context) {
      const key = keys.find(({ id }) => sealed.startsWith(`${id}.`));
      if (!key) throw new Error('What is sealed has a key that DATA_KEY lacks: add the old key.');
      return decrypt(Buffer.from(sealed.slice(key.id.length + 1), 'base64url'), key, context);
    },
    prefix: `${first.id}.`,
    macs,
    isMac(plain, mac) {
      const sent = Buffer.from(mac, 'base64url');
      return macs(plain).some((own) => own.length === sent.length && timingSafeEqual(own, sent));
    },
  };
}

function decrypt(whole: Buffer, { sealing }: DataKey, context: string): string {
  const iv = whole.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', sealing, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(whole.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = whole.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

function dataKeyOf(key: Buffer): DataKey {
  const derived = (use: string) => Buffer.from(hkdfSync('sha256', key, '', use, KEY_BYTES));
  const id = createHash('sha256').update(derived('name')).digest('hex').slice(0, 8);
  return { id, sealing: derived('seal'), signing: derived('sign') };
}
