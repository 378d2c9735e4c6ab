/** A prospect's contact in the CRM: found, or created once. */
import type { Prospect } from '../../../schemas/types.ts';
import { type Contact, type Crm, ProviderError } from '../ports.ts';
import { contactOf } from '../rules/deal-properties.ts';
import { throwUnclear } from './unclear.ts';

/** Finds the contact by its e-mail, and uses it as it is; else creates it. */
export async function contactByEmail(
  crm: Crm,
  prospect: Prospect,
): Promise<{ contactId: string | null; isEmailRefused: boolean }> {
  const contact = contactOf(prospect);
  if (!contact) return { contactId: null, isEmailRefused: false };
  const found = await crm.findContact(contact.email);
  try {
    const contactId = found ?? (await crm.createContact(contact));
    return { contactId, isEmailRefused: false };
  } catch (error) {
    if (!(error instanceof ProviderError && error.about === 'email')) throw error;
    return { contactId: null, isEmailRefused: true };
  }
}

/** The deal's contact, also one that a person has put there; else one is created under the deal. */
export async function contactOfDeal(crm: Crm, dealId: string, contact: Contact): Promise<string> {
  const { contactId } = await crm.readDeal(dealId);
  if (contactId !== null) return contactId;
  return crm.createContact(contact, dealId).catch(throwUnclear);
}
