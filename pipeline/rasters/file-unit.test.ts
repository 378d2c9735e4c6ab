import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUnit, type FileUnit, fileUnitOf } from './file-unit.ts';

const SPELLINGS: Record<string, string[]> = {
  'W/m2': [
    'W m-2',
    'W m**-2',
    'W/m^2',
    'W m^-2',
    'W.m-2',
    'Watt m-2',
    'watts/m2',
    'W/m²',
    'W m⁻²',
    'W/(m^2)',
    'W·m⁻²',
    'W m^{-2}',
    'Wm-2',
    'J s-1 m-2',
    'Watts per square metre',
    'W m−2',
  ],
  'J/m2': ['J m**-2', 'J m-2', 'J/m2', 'joule/m2/day', 'J m**-2 of a day'],
  'kWh/m2': [
    'kWh m-2',
    'kWh/m2',
    'kWh/m^2/month',
    'kWh/m²',
    'kW h m-2',
    'kWh m-2 month-1',
    'kilowatt hours per square meter',
  ],
  'kWh/m2/day': [
    'kWh m-2 d-1',
    'kWh/m2/day',
    'kWh/m²/d',
    'kW-hr/m^2/day',
    'kWh/(m2 day)',
    'kWh per square meter per day',
    'kWh/(m²·d)',
  ],
  'Wh/m2/day': ['Wh m-2 day-1', 'Wh/m2/d', 'W h m-2 d-1'],
  'MJ/m2/day': ['MJ/m2/day', 'MJ m-2 d-1', 'MJ m^-2 day^-1', 'MJ.m-2.d-1', 'MJ/m^2 d'],
  'kJ/m2/day': ['kJ m-2 day-1', 'kJ/m²/day', 'kJ/(m2 d)'],
  K: ['K', 'kelvin', 'degK'],
  '°C': ['degC', 'Celsius', 'degrees_celsius', '°C', 'deg C', 'º C', 'C'],
  '%': ['%', 'percent'],
  m: ['m', 'metres', 'm a.s.l.'],
  '1': ['1', '-', '(0 - 1)', ''],
};

test('units are known in the spellings of CF, UDUNITS, ECMWF and people', () => {
  for (const [unit, texts] of Object.entries(SPELLINGS)) {
    for (const text of texts) assert.equal(fileUnitOf(text), unit, text);
  }
});

test('another unit, or another size of one, is none of them', () => {
  for (const text of [
    'cal cm-2',
    'mW m-2',
    'W m2',
    'W',
    'kWh',
    'J cm-2 d-1',
    'MJ m-2',
    'Wh/m2',
    'J/m2/h',
    'kWh/m2/year',
    'W/m2/day',
    'W m-2 sr-1',
    'mm',
    'hPa',
    '0.1 degC',
    '10 J/m2/day',
    'kg m-2 s-1',
  ]) {
    assert.equal(fileUnitOf(text), undefined, text);
  }
});

/** Units by the recipe and by the file, and what a refusal says. Null where both agree. */
const CHECKS: [
  unit: FileUnit,
  stated: string | undefined,
  variable: string,
  advice: RegExp | null,
][] = [
  ['W/m2', 'kJ m-2 day-1', 'rad', /Put "unit": "kJ\/m2\/day"/],
  ['W/m2', 'J cm-2 d-1', 'rad', /cdo -divc,8\.64 -setattribute,rad@units="W m-2"/],
  ['W/m2', 'J m-2 h-1', 'rad', /cdo -divc,3600 /],
  ['W/m2', 'mW cm-2', 'rad', /cdo -mulc,10 /],
  ['W/m2', 'Langley/day', 'rad', /cdo -divc,2\.06500956 /],
  ['W/m2', 'MJ m-2', 'rad', /which period is not stated/],
  ['W/m2', 'hPa', 'rad', /"hPa", which is not known here/],
  ['1', '%', 'kd', /cdo -divc,100 -setattribute,kd@units="1"/],
  ['W/m2', 'J m**-2', 'ssrd', /says "unit": "W\/m2".*"unit": "J\/m2"/],
  ['°C', 'K', 't2m', /"unit": "K"/],
  ['W/m2', undefined, 'rad', null],
  // A text without a period leaves it to the recipe.
  ['kWh/m2/day', 'kWh m-2', 'rad', null],
  ['kWh/m2', 'kWh m-2', 'rad', null],
  ['kWh/m2', 'kWh m-2 d-1', 'rad', /"unit": "kWh\/m2\/day"/],
  // Joules are a day's where the name is ECMWF's, and need a unit elsewhere.
  ['J/m2', 'J m**-2', 'ssrd', null],
  ['J/m2', 'J m-2 day-1', 'rad', null],
  ['J/m2', 'J m-2', 'rad', /of a day, an hour or a month is not known/],
];

for (const [unit, stated, variable, advice] of CHECKS) {
  const outcome = advice ? 'is refused with what helps' : 'passes';
  test(`${variable} in "${stated}", by the recipe in "${unit}", ${outcome}`, () => {
    const check = () => checkUnit(unit, stated, variable, 'x.nc');
    if (advice) assert.throws(check, advice);
    else check();
  });
}
