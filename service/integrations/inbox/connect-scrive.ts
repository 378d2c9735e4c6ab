/** Scrive at the connect page: the four parts of its personal credentials. */
import { ADDRESSES } from '../providers/account-records.ts';
import { scrive } from '../providers/scrive.ts';
import { CLOCK, type Connecting, field, Unusable } from './connect-account.ts';

const CREDENTIALS = 'signature.credentials';
const SCRIVE_PARTS = ['client', 'client_secret', 'token', 'token_secret'];

/** Reads documents with the credentials, and saves them. @throws Unusable, ProviderError */
export async function saveScrive(to: Connecting, form: URLSearchParams): Promise<void> {
  const { signature } = to.accounts.read(to.org);
  const before = signature?.provider === 'scrive' ? signature : undefined;
  const parts = SCRIVE_PARTS.map((name) => field(form, name));
  const isTyped = parts.some((part) => part !== '');
  const stored = before ? to.accounts.decrypt(to.org, CREDENTIALS, before.credentials) : '';
  const credentials = isTyped ? parts.join(' ') : stored;
  if (credentials === '' || (isTyped && parts.includes(''))) throw new Unusable(to.words.fourParts);
  const { scrive: address } = to.addresses;
  const baseUrl = before?.base_url ?? address;
  await scrive({ baseUrl, credentials }, CLOCK).check();
  await to.accounts.save(to.org, 'signature', {
    ...(address === ADDRESSES.scrive ? {} : { base_url: address }),
    ...before,
    provider: 'scrive',
    credentials:
      isTyped || !before
        ? to.accounts.encrypt(to.org, CREDENTIALS, credentials)
        : before.credentials,
    days_to_sign: Number(field(form, 'days')),
  });
}
