/** What the accounts of the connect page have in common. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Words } from '../../pages/messages/messages.ts';
import type { AccountsFile } from '../organisations/accounts-file.ts';
import { ProviderError } from '../ports.ts';
import type { ProviderAddresses } from '../providers/account-records.ts';
import { CallsUsedUp } from '../providers/rate-limit.ts';
import { visibleText } from './stuck.ts';

export const CLOCK = { now: Date.now, sleep };

/** An account of an organisation that is being connected. */
export interface Connecting {
  org: string;
  accounts: AccountsFile;
  addresses: ProviderAddresses;
  words: Words['connect'];
}

/** An input that cannot be used. Its message is for the person who typed it. */
export class Unusable extends Error {}

/** A field of a form, trimmed. Empty where it is not there. */
export function field(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '').trim();
}

/** The message of a fault for a person, with the provider's own words. */
export function faultText(error: unknown): string {
  if (error instanceof ProviderError) {
    return visibleText([error.message, error.words].filter(Boolean).join(' '));
  }
  if (error instanceof CallsUsedUp) return 'The calls of this account are used up. Try again soon.';
  if (error instanceof Error) return visibleText(error.message);
  throw error;
}

/** What was read of an account, or the fault. */
export async function attempt<Value>(
  read: () => Promise<Value>,
): Promise<{ value: Value | null; fault: string | null }> {
  try {
    return { value: await read(), fault: null };
  } catch (error) {
    return { value: null, fault: faultText(error) };
  }
}
