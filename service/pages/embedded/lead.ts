import type { Logger } from 'pino';
import type { Lead, LeadRequest } from '../../../schemas/types.ts';
import { validator } from '../../../schemas/validate.ts';
import type { Embed } from '../../embeds.ts';
import { ApiError, checked } from '../../http/api-error.ts';
import type { Loaded } from '../../loaded.ts';
import type { Simulator } from '../../simulation/simulator.ts';
import { reckon } from './figures.ts';
import { referenceOf, type TokenFault, tokenFault } from './form-token.ts';
import { deliver } from './lead-sink.ts';
import { todayInSweden } from './system.ts';

const checkRequest = validator('data/lead-request.schema.json');

/** What a visitor is told. */
export interface Receipt {
  reference: string;
  /** Address of the visitor's own page; absent where none is made. */
  link?: string;
}

const FAULTS: Record<TokenFault, string> = {
  forged: 'is not of this form: reload the page',
  early: 'is younger than 3 s: send the form again',
  stale: 'is older than 2 hours: send the form again with a new one',
};

/**
 * Checks what a form sent.
 * @throws ApiError invalid_parameter naming the first wrong field
 */
export function parseLead(embed: Embed, body: unknown, nowMs: number): LeadRequest {
  const request = checked(checkRequest, body);
  const { token, contact, consent, inputs } = request;
  const fault = tokenFault(embed.formKey, embed.slug, token, nowMs);
  if (fault) throw wrong('token', FAULTS[fault]);
  if (consent !== embed.lead.consent.version) {
    throw wrong(
      'consent',
      `is not the version in use, ${embed.lead.consent.version}: reload the page`,
    );
  }
  if (!contact.email && !contact.phone) {
    throw wrong('contact.email', 'and the phone number are missing, expected one of them');
  }
  if (inputs.panel >= embed.panels.length) {
    throw wrong(
      'inputs.panel',
      `is ${inputs.panel}, expected one of ${embed.panels.length} panels, from 0`,
    );
  }
  return request;
}

/** Takes leads to their sinks, each form's once. */
export function leadDesk(loaded: Loaded, simulator: Simulator, log: Logger) {
  /** By reference, while its token holds; what failed is forgotten, so that it can be sent again. */
  const taken = new Map<string, { receipt: Promise<Receipt>; embed: Embed; token: string }>();

  function forgetStale(nowMs: number): void {
    for (const [reference, { embed, token }] of taken) {
      if (tokenFault(embed.formKey, embed.slug, token, nowMs) === 'stale') taken.delete(reference);
    }
  }

  async function take(embed: Embed, request: LeadRequest, reference: string): Promise<Receipt> {
    const now = new Date();
    const { inputs, system, contact, consent } = request;
    const paidOn = todayInSweden(now);
    const reckoned = await reckon(loaded, simulator, embed, inputs, system, paidOn);
    const lead: Lead = {
      reference,
      slug: embed.slug,
      consent: { version: consent, at: now.toISOString() },
      contact: { ...contact, email: contact.email?.toLowerCase() ?? null },
      lat: inputs.lat,
      lng: inputs.lng,
      ...reckoned,
      household: { adults: inputs.adults, main_fuse_a: inputs.main_fuse_a },
      inputs,
    };
    await deliver(embed, lead, log);
    return { reference };
  }

  return {
    /** The receipt of a form, which comes when its sink has it. @throws ApiError */
    submit(embed: Embed, request: LeadRequest): Promise<Receipt> {
      forgetStale(Date.now());
      const reference = referenceOf(embed.formKey, request.token);
      const before = taken.get(reference);
      if (before) return before.receipt;
      const receipt = take(embed, request, reference);
      taken.set(reference, { receipt, embed, token: request.token });
      receipt.catch(() => taken.delete(reference));
      return receipt;
    },
  };
}

function wrong(field: string, problem: string): ApiError {
  return new ApiError('invalid_parameter', `"${field}" ${problem}.`, field);
}
