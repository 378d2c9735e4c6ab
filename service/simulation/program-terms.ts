import type { PricesArtifact } from '../../schemas/prices-artifact.ts';
import type { BatteryProgramAssumptions } from '../../schemas/types.ts';
import type { ProgramTerms } from '../battery/battery-program.ts';
import { ApiError } from '../http/api-error.ts';
import type { ProgramRequest } from './house-request.ts';

/** A battery program: what it takes and pays, and where that is stated. */
export interface BatteryProgram extends ProgramTerms {
  /** Null: the caller's own terms. */
  name: string | null;
  provider: string;
  asOf: string | null;
  sourceUrl: string | null;
  stated: string | null;
  requires: string | null;
  assumptions: BatteryProgramAssumptions;
}

/**
 * A program named in a request, from the dataset's record.
 * @throws ApiError invalid_parameter when the dataset has no such program
 */
export function namedProgram(name: string, { header }: PricesArtifact): BatteryProgram {
  const { programs } = header.battery_programs;
  const record = programs.find(({ program }) => program === name);
  if (!record) {
    const known = programs.map(({ program }) => program).join(', ') || 'none';
    const message = `"${name}" is no program of the loaded dataset, expected one of: ${known}.`;
    throw new ApiError('invalid_parameter', message, 'battery.frequency_reserve.program');
  }
  const { terms } = record;
  return {
    name,
    provider: record.provider,
    asOf: record.as_of,
    sourceUrl: record.source_url,
    stated: record.stated,
    requires: record.requires,
    basis: terms.basis,
    capacityShare: terms.reserved_capacity_share,
    powerShare: terms.reserved_power_share,
    sekPerMonth: terms.fixed_sek_per_month,
    sekPerKwhYear: terms.sek_per_kwh_capacity_per_year,
    sekPerKwYear: terms.sek_per_kw_per_year,
    assumptions: record.assumptions,
  };
}

/** A program that the caller describes. */
export function describedProgram(
  request: Extract<ProgramRequest, { form: 'described' }>,
): BatteryProgram {
  const { provider, asOf, sourceUrl, terms, assumptions } = request;
  return {
    name: null,
    provider,
    asOf,
    sourceUrl,
    stated: null,
    requires: null,
    ...terms,
    assumptions,
  };
}
