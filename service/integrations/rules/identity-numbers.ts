import Personnummer from 'personnummer';

const ADULT_YEARS = 18;

/**
 * A Swedish personal or co-ordination number as 12 digits. Null if it is none. With ten digits, its
 * century is the last in which its year had come, as the law on registration has it.
 */
export function personalNumberOf(text: string): string | null {
  if (!Personnummer.valid(text)) return null;
  return Personnummer.parse(text).format(true).replace(/\D/g, '');
}

/** Whether somebody is 18 by the end of a year, as the tax reduction asks. @param digits 12 */
export function isAdultIn(digits: string, year: number): boolean {
  return year - Number(digits.slice(0, 4)) >= ADULT_YEARS;
}

/** Whether a number of ten digits, a hyphen aside, ends with its check digit (Luhn, modulus 10). */
export function isOrganisationNumber(number: string): boolean {
  const digits = [...number.replace('-', '')].map(Number);
  const sum = digits.reduce((total, digit, i) => {
    const weighed = i % 2 === 0 ? 2 * digit : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return digits.length === 10 && sum % 10 === 0;
}
