const COUNTRY = '+46';

/** A phone number as a plus, the country and digits (E.164); one without a country is Swedish. Null if it is none. */
export function internationalNumber(phone: string): string | null {
  const digits = phone.replace('(0)', '').replaceAll(/[\s().-]/g, '');
  const whole = digits.replace(/^00/, '+').replace(/^0(?=\d)/, COUNTRY);
  return /^\+[1-9]\d{7,14}$/.test(whole) ? whole : null;
}
