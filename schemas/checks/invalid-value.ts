/** A value that does not fit its schema. `field` is a dotted path with indexes, `pv.hourly_kwh[17]`. */
export class InvalidValueError extends Error {
  readonly field: string;
  /** The finding and the expectation: 'is "x", expected a number from 0 to 90'. */
  readonly problem: string;

  constructor(field: string, problem: string) {
    super(field ? `"${field}" ${problem}.` : `The value ${problem}.`);
    this.field = field;
    this.problem = problem;
  }
}
