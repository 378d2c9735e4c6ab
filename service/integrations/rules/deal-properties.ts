/** A prospect as a contact and the properties of a deal. */
import type { ProspectAddress, ProspectLead, ProspectRequest } from '../../../schemas/types.ts';
import type { Contact, DealProperty, DealValues } from '../ports.ts';

type DealProspect = ProspectRequest & { lead?: ProspectLead | null };

/** A property without its prefix, and how its value is read. */
interface Mapped<From> {
  name: string;
  label: string;
  kind: 'text' | 'number';
  value(from: From): string | number | null | undefined;
}

/** Decimals of numbers that JavaScript writes with an exponent. */
const DECIMALS = 12;

/** The thirteen properties of the interface document, in its order. */
const MAPPED: readonly Mapped<ProspectRequest>[] = [
  text('address', 'Address', ({ address }) => addressLine(address)),
  number('latitude', 'Latitude', ({ lat }) => lat),
  number('longitude', 'Longitude', ({ lng }) => lng),
  number('panel_count', 'Panels', ({ system }) => system?.panel_count),
  text('panel_title', 'Panel', ({ system }) => system?.panel_title),
  number('total_kw', 'Total kW', ({ system }) => system?.total_kw),
  number('inverter_count', 'Inverters', ({ system }) => system?.inverter_count),
  text('inverter_title', 'Inverter', ({ system }) => system?.inverter_title),
  number('battery_kwh', 'Battery kWh', ({ system }) => system?.battery_kwh),
  number('charger_count', 'Chargers', ({ system }) => system?.charger_count),
  number('roof_sides', 'Roof sides', ({ system }) => system?.roof_sides),
  number('adults', 'Adults in the household', ({ household }) => household?.adults),
  number('main_fuse', 'Main fuse A', ({ household }) => household?.main_fuse_a),
];

/** Properties of a lead: the consent and the figures that the visitor saw. */
const OF_LEAD: readonly Mapped<ProspectLead>[] = [
  text('reference', 'Reference', ({ reference }) => reference),
  text('consent_version', 'Consent to', ({ consent }) => consent.version),
  text('consent_at', 'Consent at', ({ consent }) => consent.at),
  number('annual_kwh', 'kWh a year', ({ figures }) => figures?.annual_kwh),
  number('saving_per_year', 'Saving SEK a year', ({ figures }) => figures?.saving_sek_per_year),
  number('price', 'Price shown SEK', ({ figures }) => figures?.price_sek),
  number('deduction', 'Deduction shown SEK', ({ figures }) => figures?.deduction_sek),
  number('net_price', 'Price after deduction SEK', ({ figures }) => figures?.net_sek),
  number('payback_years', 'Payback shown years', ({ figures }) => figures?.payback_years),
];

/** The property that holds our id of the prospect, by which its deal is found again. */
export function prospectKey(prefix: string): string {
  return `${prefix}_prospect_id`;
}

/** The property that shows a salesperson what is stuck. */
export function syncErrorProperty(prefix: string): string {
  return `${prefix}_sync_error`;
}

/** The property with the address of the page of the offer that the deal follows. */
export function offerUrlProperty(prefix: string): string {
  return `${prefix}_offer_url`;
}

/** The properties that deals must have. */
export function dealProperties(prefix: string): DealProperty[] {
  const mapped = [...MAPPED, ...OF_LEAD].map(({ name, label, kind }) => ({
    name: `${prefix}_${name}`,
    label,
    kind,
    isUnique: false,
  }));
  const key = { name: prospectKey(prefix), label: 'Prospect id', isUnique: true };
  const error = { name: syncErrorProperty(prefix), label: 'Sync error', isUnique: false };
  const url = { name: offerUrlProperty(prefix), label: 'Offer page', isUnique: false };
  return [...mapped, ...[key, error, url].map((one) => ({ ...one, kind: 'text' as const }))];
}

/** The values of a prospect's deal. An unknown value is empty, which clears. Without a lead its properties are left out. */
export function dealValues(prospect: DealProspect, prefix: string): DealValues {
  const { lead } = prospect;
  const values = MAPPED.map(({ name, value }) => [name, value(prospect)] as const);
  if (lead) values.push(...OF_LEAD.map(({ name, value }) => [name, value(lead)] as const));
  return Object.fromEntries(values.map(([name, value]) => [`${prefix}_${name}`, textOf(value)]));
}

/**
 * Escapes text that a spreadsheet would read as a formula: CRMs export lists as CSV. Not for phone numbers, which begin
 * with a plus, and e-mails.
 */
export function withoutFormula(text: string): string {
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}

/** A value as text. A number has no exponent, which CRMs may not read. */
function textOf(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  if (typeof value !== 'number') return withoutFormula(text);
  if (!text.includes('e')) return text;
  return value.toFixed(DECIMALS).replace(/\.?0+$/, '');
}

/** The name of a new deal: who and where. */
export function dealName(prospect: ProspectRequest): string {
  const { email, address, company } = prospect;
  const who = company?.name || fullName(prospect) || email || '';
  return withoutFormula([who, address?.street, address?.city].filter(Boolean).join(', '));
}

/** The prospect as a contact. Null if it has no e-mail. */
export function contactOf(prospect: ProspectRequest): Contact | null {
  const { email, first_name = '', last_name = '', phone = '' } = prospect;
  if (email === null) return null;
  const names = { firstName: withoutFormula(first_name), lastName: withoutFormula(last_name) };
  return { email, ...names, phone };
}

/** The prospect as a contact without an e-mail. CRMs need a name, which may be the phone number. Null if there is neither. */
export function contactWithoutEmail(prospect: ProspectRequest): Contact | null {
  const { email, first_name = '', last_name = '', phone = '' } = prospect;
  const known = email ?? phone;
  if (known === '') return null;
  const isNamed = first_name !== '' || last_name !== '';
  const lastName = isNamed ? withoutFormula(last_name) : known;
  return { email: '', firstName: withoutFormula(first_name), lastName, phone };
}

/** First and last name, as far as they are known. */
export function fullName({ first_name, last_name }: ProspectRequest): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}

/** The address in a line, such as 'Storgatan 1, 722 11 Västerås'. */
function addressLine({ street, postal_code, city }: ProspectAddress = {}): string {
  const place = [postal_code?.replace(/^(\d{3})/, '$1 '), city].filter(Boolean).join(' ');
  return [street, place].filter(Boolean).join(', ');
}

function text<From>(name: string, label: string, value: Mapped<From>['value']): Mapped<From> {
  return { name, label, kind: 'text', value };
}

function number<From>(name: string, label: string, value: Mapped<From>['value']): Mapped<From> {
  return { name, label, kind: 'number', value };
}
