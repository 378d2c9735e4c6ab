/** Units of energy and of power, with the kWh (or kW) of one. */
export const UNITS = {
  Wh: { kwh: 1e-3, isPower: false },
  kWh: { kwh: 1, isPower: false },
  MWh: { kwh: 1e3, isPower: false },
  GWh: { kwh: 1e6, isPower: false },
  kJ: { kwh: 1 / 3600, isPower: false },
  MJ: { kwh: 1 / 3.6, isPower: false },
  GJ: { kwh: 1e3 / 3.6, isPower: false },
  W: { kwh: 1e-3, isPower: true },
  kW: { kwh: 1, isPower: true },
  MW: { kwh: 1e3, isPower: true },
} as const;
export type Unit = keyof typeof UNITS;

/** By what a value in one unit is to be multiplied to be in the other. */
export const unitFactor = (from: Unit, to: Unit) => UNITS[from].kwh / UNITS[to].kwh;

const BY_NAME = new Map(Object.keys(UNITS).map((unit) => [unit.toLowerCase(), unit as Unit]));
const NAMES = '(kwh|mwh|gwh|wh|kj|mj|gj|kw|mw|w)';
/** A unit per something else, such as kWh/kWp or SEK/kWh, is a unit of something else. */
const PER_ELSE = new RegExp(String.raw`(?:/|\bper )\s*${NAMES}\b|${NAMES}\s*/\s*(?!h\b|\d)\w`, 'i');
const IN_BRACKETS = new RegExp(String.raw`[([{<]\s*(?:en |in |i )?${NAMES}(?:/h)?\s*[\])}>]`, 'i');
const AS_WORD = new RegExp(String.raw`(?:^|[^\p{L}])${NAMES}(?:/h)?(?![\p{L}])`, 'giu');
const AT_END = /[a-zåäö](Kwh|KWh|kWh|Wh|Mwh|MWh|KW|kW)$/;

/** Finds the unit that a name ends with or has in brackets. Null if it names none. */
function findUnit(name: string): Unit | null {
  if (PER_ELSE.test(name)) return null;
  const perHour = /kwh\s*\/\s*h\b/i.test(name);
  const words = [...name.replaceAll('_', ' ').matchAll(AS_WORD)].map(([, word]) => word);
  // W is also a roof that faces west.
  const energies = words.filter((word) => !/^w$/i.test(word));
  const found =
    IN_BRACKETS.exec(name)?.[1] ?? energies.at(-1) ?? words.at(-1) ?? AT_END.exec(name)?.[1];
  if (found === undefined) return null;
  return perHour ? 'kW' : (BY_NAME.get(found.toLowerCase()) ?? null);
}

/** The unit that a cell is, with or without brackets. */
export function readUnit(cell: string): Unit | null {
  const plain = cell.replace(/^[([]|[\])]$/g, '').trim();
  return BY_NAME.get(plain.toLowerCase()) ?? (/^kwh\s*\/\s*h$/i.test(plain) ? 'kW' : null);
}

/** The first unit that cells of a head are or name. Null for none. */
export function unitOf(heads: readonly string[]): Unit | null {
  return (
    heads.map((head) => readUnit(head) ?? findUnit(head)).find((unit) => unit !== null) ?? null
  );
}
