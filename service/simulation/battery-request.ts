import { InvalidValueError, validator } from '../../schemas/validate.ts';
import type { BatteryRequest, ProgramRequest } from './house-request.ts';
import { isObject, sectionReader, within } from './read-section.ts';

const checkNamed = validator('api/named-battery-program.schema.json');
const checkDescribed = validator('api/provider-battery-program.schema.json');

const readFields = sectionReader('battery', 'api/simulation-battery.schema.json', {
  frequency_reserve: readProgram,
});

/**
 * Checks a battery and fills in its defaults, but for the power.
 * @throws InvalidValueError naming the field
 */
export function readBattery(value: unknown): BatteryRequest {
  // The check has filled in what the schema has a default for.
  const battery = readFields(value) as BatteryRequest;
  const { soc_min, soc_max } = battery;
  if (soc_min < soc_max) return battery;
  const isMinGiven = isObject(value) && value.soc_min !== undefined;
  const problem = `leaves no room: soc_min is ${soc_min} and soc_max ${soc_max}, expected soc_min below soc_max`;
  throw new InvalidValueError(isMinGiven ? 'battery.soc_min' : 'battery.soc_max', problem);
}

/** Terms that are left out stay out: the answer's assumptions tell them. */
function readProgram(value: unknown, field: string): ProgramRequest | null {
  if (value === null) return null;
  const isNamed = isObject(value) && value.program !== undefined;
  return within<ProgramRequest>(field, value, isNamed ? checkNamed : checkDescribed);
}
