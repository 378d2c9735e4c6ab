/** Why a meter file cannot be read; each has its sentence among the page's words. */
export type MeterProblemReason =
  | 'empty'
  | 'noTable'
  | 'valueCount'
  | 'noConsumption'
  | 'badValue'
  | 'longSteps'
  | 'meterReadings'
  | 'twice'
  | 'gaps';

/** A meter file that cannot be read: the reason, and what is said of it in the sentence. */
export class MeterProblem extends Error {
  readonly reason: MeterProblemReason;
  readonly values: Record<string, string | number>;

  constructor(reason: MeterProblemReason, values: Record<string, string | number> = {}) {
    super(`${reason} ${JSON.stringify(values)}`);
    this.reason = reason;
    this.values = values;
  }
}
