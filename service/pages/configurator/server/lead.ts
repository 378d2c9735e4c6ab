import type { Logger } from 'pino';
import { paidOn, stepsOf } from '#engine/economy/system.ts';
import { checked } from '#engine/refusal.ts';
import type { CompareBatteries } from '#engine/simulation/house-case.ts';
import type { LoadedData } from '#engine/yield/dataset.ts';
import { validator } from '../../../../schemas/checks/validate.ts';
import type { Lead, LeadRequest, SubmittedPayload } from '../../../../schemas/types.ts';
import { HttpError } from '../../../http/http-error.ts';
import type { LinkSecret } from '../../../http/link-secrets.ts';
import { isOneLine, ONE_LINE } from '../../../http/one-line.ts';
import { mint } from '../../proposal/signed-state.ts';
import type { Embed, Embeds } from '../../server/embeds.ts';
import { knownPlace } from '../../ui/places.ts';
import { type ComputedLead, computeLead } from './figures.ts';
import { referenceOf, type TokenFault, tokenFault } from './form-token.ts';
import { leadSinks } from './lead-sink.ts';

const checkRequest = validator('data/lead-request.schema.json');

/** Its link is the visitor's own page. Absent where none is made. */
type Receipt = SubmittedPayload;

const FAULTS: Record<TokenFault, string> = {
  forged: 'is not of this form: reload the page',
  early: 'is younger than 3 s: send the form again',
  stale: 'is older than 2 hours: send the form again with a new one',
};

/**
 * Checks what a form sent.
 * @throws HttpError invalid_parameter naming the first wrong field
 */
export function parseLead(embed: Embed, body: unknown, nowMs: number): LeadRequest {
  const request = checked(checkRequest, body);
  const { token, contact, consent, inputs } = request;
  const fault = tokenFault(embed.formKey, embed.slug, token, nowMs);
  if (fault) throw invalidField('token', FAULTS[fault]);
  if (consent !== embed.lead.consent.version) {
    throw invalidField(
      'consent',
      `is not the version in use, ${embed.lead.consent.version}: reload the page`,
    );
  }
  const broken = Object.entries(contact).find(([, text]) => text !== null && !isOneLine(text));
  if (broken) throw invalidField(`contact.${broken[0]}`, ONE_LINE);
  if (!contact.email && !contact.phone) {
    throw invalidField('contact.email', 'and the phone number are missing, expected one of them');
  }
  if (inputs.panel >= embed.panels.length) {
    throw invalidField(
      'inputs.panel',
      `is ${inputs.panel}, expected one of ${embed.panels.length} panels, from 0`,
    );
  }
  const { battery_kwh: wantedKwh } = inputs;
  if (wantedKwh !== undefined && !embed.batteries.some(({ kwh }) => kwh === wantedKwh)) {
    const sizes = embed.batteries.map(({ kwh }) => kwh).join(', ');
    throw invalidField('inputs.battery_kwh', `is ${wantedKwh}, expected one of ${sizes}`);
  }
  return request;
}

const DAY_S = 86_400;

export interface DeskParts {
  loaded: LoadedData & { embeds: Embeds | null };
  /** Computes in a thread that takes no slot from callers of the API. */
  compareLead: CompareBatteries;
  log: Logger;
  linkSecrets: readonly LinkSecret[];
  /** Scheme and host of links. Empty for paths. */
  baseUrl: string;
}

/**
 * Makes a function that takes leads to their sinks, each form's once. Its receipt comes when the sink has the lead.
 * @throws HttpError where that has failed
 */
export function leadService(parts: DeskParts) {
  const { linkSecrets, baseUrl } = parts;
  const sinks = leadSinks(parts.log);
  /** Receipts by reference, while its token is valid. What failed is removed, so that it can be sent again. */
  const taken = new Map<string, { receipt: Promise<Receipt>; embed: Embed; token: string }>();

  function evictStale(nowMs: number): void {
    for (const [reference, { embed, token }] of taken) {
      if (tokenFault(embed.formKey, embed.slug, token, nowMs) === 'stale') taken.delete(reference);
    }
  }

  /** The visitor's own page. None without secrets to sign with. */
  function linkTo(
    { slug, link_days }: Embed,
    proposal: ComputedLead['proposal'],
    reference: string,
    city: string,
    now: Date,
  ): Pick<Receipt, 'link'> {
    if (linkSecrets.length === 0) return {};
    const exp = Math.floor(now.getTime() / 1000) + link_days * DAY_S;
    const place = knownPlace(city);
    const state = { v: 1 as const, exp, brand: slug, ref: reference, place, ...proposal };
    return { link: `${baseUrl}/i/${mint(state, linkSecrets)}` };
  }

  async function take(embed: Embed, request: LeadRequest, reference: string): Promise<Receipt> {
    sinks.refusePaused(embed);
    const now = new Date();
    const { inputs, system, contact, consent } = request;
    const day = paidOn(embed, now);
    const choice = { inputs, kind: system, day };
    const { proposal, ...computed } = await computeLead(parts, embed, choice);
    const link = linkTo(embed, proposal, reference, contact.city, now);
    const lead: Lead = {
      reference,
      slug: embed.slug,
      consent: { version: consent, at: now.toISOString() },
      contact: { ...contact, email: contact.email?.toLowerCase() ?? null },
      lat: inputs.lat,
      lng: inputs.lng,
      ...computed,
      household: { adults: inputs.adults, main_fuse_a: inputs.main_fuse_a },
      inputs,
      ...link,
    };
    await sinks.deliver(embed, lead);
    // A visitor who is shown no price here receives it from the seller.
    return { reference, ...(stepsOf(embed).includes('offer') ? link : {}) };
  }

  return (embed: Embed, request: LeadRequest): Promise<Receipt> => {
    evictStale(Date.now());
    const reference = referenceOf(embed.formKey, request.token);
    const before = taken.get(reference);
    if (before) return before.receipt;
    const receipt = take(embed, request, reference);
    taken.set(reference, { receipt, embed, token: request.token });
    receipt.catch(() => taken.delete(reference));
    return receipt;
  };
}

function invalidField(field: string, problem: string): HttpError {
  return new HttpError('invalid_parameter', `"${field}" ${problem}.`, field);
}
