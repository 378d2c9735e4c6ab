import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUnit, fileUnitOf } from './cf-units.ts';

test('units are known in the spellings of CF, UDUNITS and ECMWF', () => {
  const spellings = {
    'W/m2': ['W m-2', 'W m**-2', 'W/m^2', 'W m^-2', 'W.m-2', 'Watt m-2', 'watts/m2'],
    'J/m2': ['J m**-2', 'J m-2', 'J/m2'],
    'kWh/m2': ['kWh m-2', 'kWh/m2', 'kWh/m^2/month'],
    K: ['K', 'kelvin', 'degK'],
    '°C': ['degC', 'Celsius', 'degrees_celsius', '°C'],
    '1': ['1', '-', '(0 - 1)'],
  };
  for (const [unit, texts] of Object.entries(spellings)) {
    for (const text of texts) assert.equal(fileUnitOf(text), unit, text);
  }
  assert.equal(fileUnitOf('cal cm-2'), undefined);
  assert.equal(fileUnitOf('mW m-2'), undefined);
});

test('a unit other than the recipe says is refused with the right word', () => {
  assert.throws(
    () => checkUnit('W/m2', 'J m**-2', 'ssrd', 'x.nc'),
    /says "unit": "W\/m2".*"unit": "J\/m2"/,
  );
  assert.throws(() => checkUnit('°C', 'K', 't2m', 'x.nc'), /"unit": "K"/);
  assert.throws(() => checkUnit('W/m2', 'cal cm-2', 'rad', 'x.nc'), /Convert the file/);
  checkUnit('W/m2', undefined, 'rad', 'x.nc');
});

test('joules are a day’s where the name is ECMWF’s, and asked about elsewhere', () => {
  checkUnit('J/m2', 'J m**-2', 'ssrd', 'x.nc');
  checkUnit('J/m2', 'J m-2 day-1', 'rad', 'x.nc');
  assert.throws(
    () => checkUnit('J/m2', 'J m-2', 'rad', 'x.nc'),
    /of a day, an hour or a month is not known/,
  );
});
