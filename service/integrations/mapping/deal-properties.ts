/** A prospect as a CRM gets it: a contact, and the properties of a deal. */
import type { ProspectAddress, ProspectRequest } from '../../../schemas/types.ts';
import type { Contact, DealProperty, DealValues } from '../ports.ts';

/** A property, without the prefix, and its value of a prospect. */
interface Mapped {
  name: string;
  label: string;
  kind: 'text' | 'number';
  value(prospect: ProspectRequest): string | number | undefined;
}

/** Decimals of a number too small to be written without an exponent. */
const DECIMALS = 12;

/** The interface's thirteen, in its order. */
const MAPPED: readonly Mapped[] = [
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

/** The property that holds our id of the prospect, by which its deal is found again. */
export function prospectKey(prefix: string): string {
  return `${prefix}_prospect_id`;
}

/** The properties that deals must have. */
export function dealProperties(prefix: string): DealProperty[] {
  const mapped = MAPPED.map(({ name, label, kind }) => ({
    name: `${prefix}_${name}`,
    label,
    kind,
    isUnique: false,
  }));
  const key = { name: prospectKey(prefix), label: 'Prospect id', isUnique: true };
  return [...mapped, { ...key, kind: 'text' }];
}

/** The values of a prospect's deal; an unknown value is empty, which clears. */
export function dealValues(prospect: ProspectRequest, prefix: string): DealValues {
  return Object.fromEntries(
    MAPPED.map(({ name, value }) => [`${prefix}_${name}`, textOf(value(prospect))]),
  );
}

/** A value as CRMs take it: a number has no exponent. */
function textOf(value: string | number | undefined): string {
  const text = String(value ?? '');
  if (typeof value !== 'number' || !text.includes('e')) return text;
  return value.toFixed(DECIMALS).replace(/\.?0+$/, '');
}

/** The name of a new deal, by which a salesperson sees who it is, and where. */
export function dealName(prospect: ProspectRequest): string {
  const { email, address } = prospect;
  const who = fullName(prospect) || email || '';
  return [who, address?.street, address?.city].filter(Boolean).join(', ');
}

/** The prospect as a contact. Null if it has no e-mail. */
export function contactOf(prospect: ProspectRequest): Contact | null {
  const { email, first_name = '', last_name = '', phone = '' } = prospect;
  if (email === null) return null;
  return { email, firstName: first_name, lastName: last_name, phone };
}

/** Whoever gave a telephone number and no e-mail, as a contact without one. Null if it is somebody else. */
export function phoneContactOf(prospect: ProspectRequest): Contact | null {
  const { email, first_name = '', last_name = '', phone = '' } = prospect;
  if (email !== null || phone === '') return null;
  const isNamed = first_name !== '' || last_name !== '';
  return { email: '', firstName: first_name, lastName: isNamed ? last_name : phone, phone };
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

function text(name: string, label: string, value: Mapped['value']): Mapped {
  return { name, label, kind: 'text', value };
}

function number(name: string, label: string, value: Mapped['value']): Mapped {
  return { name, label, kind: 'number', value };
}
