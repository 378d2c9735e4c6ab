import type { ProviderBatteryProgram, ProviderBatteryTerms } from '../../../../schemas/types.ts';
import type { ProgramTerms } from '../../battery/battery-program.ts';
import { RequestError } from '../../refusal.ts';
import type { ResolvedProgram } from '../house-case.ts';
import type { ProgramRequest } from '../house-request.ts';
import type { HouseDataset } from './house-dataset.ts';

/**
 * The terms of a battery program, the dataset's or the caller's.
 * @throws RequestError invalid_parameter when the dataset has no such program
 */
export function resolveProgram(program: ProgramRequest, dataset: HouseDataset): ResolvedProgram {
  return 'program' in program ? namedProgram(program.program, dataset) : describedProgram(program);
}

/** A program named in a request, from the dataset's record. */
function namedProgram(name: string, { header }: HouseDataset): ResolvedProgram {
  const { programs } = header.battery_programs;
  const record = programs.find(({ program }) => program === name);
  if (!record) {
    const known = programs.map(({ program }) => program).join(', ') || 'none';
    const message = `"${name}" is no program of the loaded dataset, expected one of: ${known}.`;
    throw new RequestError('invalid_parameter', message, 'battery.frequency_reserve.program');
  }
  return {
    name,
    provider: record.provider,
    asOf: record.as_of,
    sourceUrl: record.source_url,
    stated: record.stated,
    requires: record.requires,
    ...termsOf(record.terms),
    assumptions: record.assumptions,
  };
}

/** A program that the caller describes. */
export function describedProgram(request: ProviderBatteryProgram): ResolvedProgram {
  const { provider, as_of, source_url, terms } = request;
  const absent = AMOUNTS.filter((name) => terms[name] === undefined);
  return {
    name: null,
    provider,
    asOf: as_of ?? null,
    sourceUrl: source_url ?? null,
    stated: null,
    requires: null,
    ...termsOf(terms),
    assumptions: Object.fromEntries(absent.map((name) => [name, 'Not given: taken as 0.'])),
  };
}

/** The terms that may be left out. */
const AMOUNTS = [
  'reserved_capacity_share',
  'reserved_power_share',
  'fixed_sek_per_month',
  'sek_per_kwh_capacity_per_year',
  'sek_per_kw_per_year',
] as const;

function termsOf(terms: ProviderBatteryTerms): ProgramTerms {
  return {
    basis: terms.basis,
    capacityShare: terms.reserved_capacity_share ?? 0,
    powerShare: terms.reserved_power_share ?? 0,
    sekPerMonth: terms.fixed_sek_per_month ?? 0,
    sekPerKwhYear: terms.sek_per_kwh_capacity_per_year ?? 0,
    sekPerKwYear: terms.sek_per_kw_per_year ?? 0,
  };
}
