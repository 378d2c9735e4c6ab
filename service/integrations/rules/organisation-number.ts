/** Whether a number of ten digits, a hyphen aside, ends with its check digit (Luhn, modulus 10). */
export function isOrganisationNumber(number: string): boolean {
  const digits = [...number.replace('-', '')].map(Number);
  const sum = digits.reduce((total, digit, i) => {
    const weighed = i % 2 === 0 ? 2 * digit : digit;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return digits.length === 10 && sum % 10 === 0;
}
