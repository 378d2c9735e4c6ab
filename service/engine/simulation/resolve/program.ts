import type { ProviderBatteryProgram } from '../../../../schemas/types.ts';
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
  const { program, provider, as_of, source_url, stated, requires, terms, assumptions } = record;
  return {
    origin: { program, provider, as_of, source_url, stated, requires },
    ...terms,
    assumptions,
  };
}

/** A program that the caller describes. */
export function describedProgram(request: ProviderBatteryProgram): ResolvedProgram {
  const { provider, as_of = null, source_url = null, terms } = request;
  const absent = Object.keys(NOTHING).filter((name) => !(name in terms));
  return {
    origin: { program: null, provider, as_of, source_url, stated: null, requires: null },
    ...{ ...NOTHING, ...terms },
    assumptions: Object.fromEntries(absent.map((name) => [name, 'Not given: taken as 0.'])),
  };
}

/** The terms that may be left out. */
const NOTHING = {
  reserved_capacity_share: 0,
  reserved_power_share: 0,
  fixed_sek_per_month: 0,
  sek_per_kwh_capacity_per_year: 0,
  sek_per_kw_per_year: 0,
};
