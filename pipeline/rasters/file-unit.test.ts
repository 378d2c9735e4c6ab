import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUnit, fileUnitOf } from './file-unit.ts';

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

const FACTORS: [text: string, advice: RegExp][] = [
  ['kJ m-2 day-1', /Put "unit": "kJ\/m2\/day"/],
  ['J cm-2 d-1', /cdo -divc,8\.64 -setattribute,rad@units="W m-2"/],
  ['J m-2 h-1', /cdo -divc,3600 /],
  ['mW cm-2', /cdo -mulc,10 /],
  ['Langley/day', /cdo -divc,2\.06500956 /],
  ['MJ m-2', /which period is not stated/],
  ['hPa', /"hPa", which is not known here/],
];

test('a file in another size of the unit is refused with the factor', () => {
  for (const [text, advice] of FACTORS) {
    assert.throws(() => checkUnit('W/m2', text, 'rad', 'x.nc'), advice, text);
  }
  assert.throws(
    () => checkUnit('1', '%', 'kd', 'x.nc'),
    /cdo -divc,100 -setattribute,kd@units="1"/,
  );
});

test('a text without a period leaves it to the recipe', () => {
  checkUnit('kWh/m2/day', 'kWh m-2', 'rad', 'x.nc');
  checkUnit('kWh/m2', 'kWh m-2', 'rad', 'x.nc');
  assert.throws(() => checkUnit('kWh/m2', 'kWh m-2 d-1', 'rad', 'x.nc'), /"unit": "kWh\/m2\/day"/);
});

test('a unit other than the recipe says is refused with the right word', () => {
  assert.throws(
    () => checkUnit('W/m2', 'J m**-2', 'ssrd', 'x.nc'),
    /says "unit": "W\/m2".*"unit": "J\/m2"/,
  );
  assert.throws(() => checkUnit('°C', 'K', 't2m', 'x.nc'), /"unit": "K"/);
  checkUnit('W/m2', undefined, 'rad', 'x.nc');
});

test('joules are a day’s where the name is ECMWF’s, and need a unit elsewhere', () => {
  checkUnit('J/m2', 'J m**-2', 'ssrd', 'x.nc');
  checkUnit('J/m2', 'J m-2 day-1', 'rad', 'x.nc');
  assert.throws(
    () => checkUnit('J/m2', 'J m-2', 'rad', 'x.nc'),
    /of a day, an hour or a month is not known/,
  );
});
