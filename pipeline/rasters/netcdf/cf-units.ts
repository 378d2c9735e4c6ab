/** Units that a raster's numbers may have by the recipe. */
export type FileUnit = 'kWh/m2' | 'W/m2' | 'J/m2' | '°C' | 'K' | '1' | 'm' | '%';

/** How files write each unit (CF, UDUNITS, ECMWF), without spaces, points, carets and asterisks. */
const SPELLINGS: Record<FileUnit, RegExp> = {
  'kWh/m2': /^kwh(m-2|\/m2)(month-1|\/month)?$/i,
  'W/m2': /^(W|watts?)(m-2|\/m2)$/i,
  'J/m2': /^(J|joules?)(m-2|\/m2)(day-1|\/day|d-1)?$/i,
  '°C': /^(°?C|deg(rees?)?_?C(elsius)?|celsius)$/i,
  K: /^(K|kelvin|deg(rees?)?_?K)$/i,
  '1': /^(1|-|fraction|\(0-1\)|)$/i,
  m: /^(m|met(re|er)s?)$/i,
  '%': /^(%|percent)$/i,
};

/** The unit that a file's text stands for; undefined for one that is not known. */
export function fileUnitOf(text: string): FileUnit | undefined {
  const plain = text.trim().replace(/[\s.^*]+/g, '');
  const known = Object.entries(SPELLINGS) as [FileUnit, RegExp][];
  return known.find(([, spelling]) => spelling.test(plain))?.[0];
}

/**
 * Names of accumulated radiation at ECMWF. Its monthly means say J m-2 and are those of a day
 * (Copernicus, "ERA5: data documentation", monthly means of accumulations).
 */
const DAILY_AT_ECMWF = new Set(['ssrd', 'ssrdc', 'fdir', 'cdir', 'var169']);

/**
 * Holds the unit of the recipe against the one that a file states.
 * @throws Error naming both, with the recipe's right word where there is one
 */
export function checkUnit(
  unit: FileUnit,
  stated: string | undefined,
  variable: string,
  owner: string,
): void {
  if (stated === undefined) return;
  const found = fileUnitOf(stated);
  if (found === unit) {
    if (unit !== 'J/m2' || DAILY_AT_ECMWF.has(variable.toLowerCase()) || /d/i.test(stated)) return;
    throw new Error(
      `${owner}: "${variable}" is in "${stated}", and whether of a day, an hour or a month is not known by that name, as it is of ERA5's ssrd; convert it to W m-2 (a day's by 86400 s) with: cdo -divc,86400 -setattribute,${variable}@units="W m-2" in.nc out.nc`,
    );
  }
  const advice =
    found === undefined
      ? 'Convert the file'
      : `Put "unit": "${found}" into the recipe if that variable takes it, or choose another variable`;
  throw new Error(
    `${owner}: "${variable}" is in "${stated}", but the recipe says "unit": "${unit}". ${advice}.`,
  );
}
