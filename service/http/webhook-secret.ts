/** The form of a secret that signs calls of Standard Webhooks, as a sentence asks for it. */
export const WEBHOOK_SECRET_FORM =
  'whsec_ and 24 to 64 bytes in base64: "whsec_$(openssl rand -base64 32)"';

/** Whether a text is a secret of Standard Webhooks: a shorter one can be guessed, and the package takes any. */
export function isWebhookSecret(text: string): boolean {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(base64 ?? '', 'base64').length;
  return bytes >= 24 && bytes <= 64;
}
