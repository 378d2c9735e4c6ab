/** What the panels of the connect page share. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Words } from '../../pages/messages/messages.ts';
import type { AccountsFile } from '../organisations/accounts-file.ts';
import { ProviderError } from '../ports.ts';
import type { ProviderAddresses } from '../providers/account-records.ts';
import { CallsUsedUp } from '../providers/rate-limit.ts';
import { visibleText } from './stuck.ts';

export const CLOCK = { now: Date.now, sleep };

/** What connecting an account depends on. */
export interface Connecting {
  org: string;
  accounts: AccountsFile;
  addresses: ProviderAddresses;
  words: Words['connect'];
}

/** An input that cannot be used. Its message is for the person who typed it. */
export class Unusable extends Error {}

/** A field of a form, trimmed. Empty if it is missing. */
export function field(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim();
}

/** The error message for a person, with the provider's words. */
export function faultText(error: unknown): string {
  if (error instanceof ProviderError) {
    return visibleText([error.message, error.words].filter(Boolean).join(' '));
  }
  if (error instanceof CallsUsedUp)
    return 'The rate limit of this account is reached. Try again in a few seconds.';
  if (error instanceof Error) return visibleText(error.message);
  throw error;
}

/** Reads from an account. @returns the value or the error message */
export async function attempt<Value>(
  read: () => Promise<Value>,
): Promise<{ value: Value | null; fault: string | null }> {
  try {
    return { value: await read(), fault: null };
  } catch (error) {
    return { value: null, fault: faultText(error) };
  }
}
