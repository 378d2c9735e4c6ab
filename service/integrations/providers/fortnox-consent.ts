/**
 * Consent of a company's administrator to our app at Fortnox: OAuth's authorization code with a service account.
 * Source: fortnox.se/developer/authorization. Fortnox requires `state`, names no `code_challenge` among its
 * parameters, and has the client authenticate by its secret.
 */
import { memberAt, textAt } from './answer-fields.ts';
import { readFortnoxRefusal } from './fortnox.ts';
import { ask, type ProviderApi } from './http.ts';

/** Scopes of the app. The last three are for this page and the check. */
const CONSENT_SCOPE = 'customer invoice settings bookkeeping companyinformation';

/** An app of Fortnox's developer portal. */
export interface FortnoxApp {
  clientId: string;
  clientSecret: string;
}

/** Addresses of a consent. */
export interface ConsentEndpoints {
  authUrl: string;
  apiUrl: string;
  /** The redirect URI that is registered in the developer portal. */
  redirectUri: string;
}

/** The address where an administrator gives consent. */
export function consentAddress(
  { authUrl, redirectUri }: ConsentEndpoints,
  clientId: string,
  state: string,
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: CONSENT_SCOPE,
    state,
    access_type: 'offline',
    response_type: 'code',
    account_type: 'service',
  });
  return `${authUrl}/oauth-v1/auth?${query}`;
}

/**
 * Exchanges the code, which lasts ten minutes, and reads which company gave consent. The token is not stored: the
 * adapter gets its own by client credentials.
 * @returns the company's database number, which is the tenant id
 * @throws ProviderError
 */
export async function readConsent(
  { authUrl, apiUrl, redirectUri }: ConsentEndpoints,
  { clientId, clientSecret }: FortnoxApp,
  code: string,
  fetch = globalThis.fetch,
): Promise<string> {
  const api = { name: 'Fortnox', fetch, turn: async () => {}, readRefusal: readFortnoxRefusal };
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const token = await ask({ ...api, baseUrl: authUrl } satisfies ProviderApi, {
    what: 'exchange the code of a consent',
    method: 'POST',
    path: '/oauth-v1/token',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
    }),
  });
  const company = await ask({ ...api, baseUrl: apiUrl } satisfies ProviderApi, {
    what: 'read the company',
    method: 'GET',
    path: '/3/companyinformation',
    headers: { authorization: `Bearer ${textAt(token.json, 'access_token')}` },
  });
  return String(memberAt(company.json, 'CompanyInformation', 'DatabaseNumber'));
}
