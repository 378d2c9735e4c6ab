import { simplePaybackYears } from '#engine/cash-flow.ts';
import { sum } from '#engine/statistics.ts';
import type { SimulationYear, Variability } from '../../../schemas/types.ts';
import { groupDigits, padCell } from './digits.ts';
import type { RoofAnswers } from './roof-answers.ts';
import { rangeTable } from './roof-range.ts';

const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WINDS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
/** The days that are drawn: the darkest month and the lightest. */
const DAYS = [
  { name: 'December', month: 11 },
  { name: 'June', month: 5 },
];
const PAYBACK_YEARS = [10, 15, 20];

/** The answers as a person reads them, at most 80 columns wide. */
export function roofText(answers: RoofAnswers, roofCostSek: number | undefined): string {
  const sections = [
    writeHeading(answers),
    yieldTable(answers),
    ...DAYS.map(({ name, month }) => dayChart(answers, name, month)),
    moneyTable(answers),
    paybackTable(answers, roofCostSek),
    ...(answers.range ? [rangeTable(answers.range)] : []),
    wrapText(`Yield: ${answers.series.attribution}`),
    wrapText(`House and prices: ${answers.simulation.attribution}`),
  ];
  return sections.join('\n\n');
}

function writeHeading({ pv_yield, series: { zone }, simulation: { input, yearly } }: RoofAnswers) {
  const { lat, lng } = pv_yield[0].input;
  const faces = pv_yield.map(
    ({ input: { kwp, tilt, azimuth } }) =>
      `${kwp} kWp at tilt ${tilt} facing ${azimuth} (${WINDS[Math.round(azimuth / 45) % 8]})`,
  );
  const { yearly_kwh = 0, ev_km_per_day: km = 0 } = input.consumption;
  const car = km > 0 ? `, and an electric car of ${km} km a day` : '';
  const { capacity_kwh, power_kw, strategy } = yearly.battery;
  return [
    `${lat} N, ${lng} E, price area ${zone}`,
    ...faces.map((face, i) => `  ${(i === 0 ? 'roof' : '').padEnd(9)}${face}`),
    `  house    ${groupDigits(yearly_kwh)} kWh a year${car}`,
    ...(capacity_kwh > 0 ? [`  battery  ${capacity_kwh} kWh, ${power_kw} kW, ${strategy}`] : []),
  ].join('\n');
}

function yieldTable({ pv_yield, series: { monthly_kwh, annual_kwh, faces } }: RoofAnswers): string {
  const most = Math.max(...monthly_kwh);
  const months = monthly_kwh.map((kwh, month) =>
    `  ${MONTH_NAMES[month]} ${padCell(kwh, 9)}  ${drawBar(most > 0 ? kwh / most : 0, 40)}`.trimEnd(),
  );
  const each = faces.map((face) => groupDigits(face.annual_kwh)).join(' + ');
  const note = faces.length > 1 && faces.length < 6 ? `  (${each})` : '';
  const year = `  Year${padCell(annual_kwh, 9)}${note}`;
  return ['Yield, kWh', ...months, year, ...spreadNote(pv_yield)].join('\n');
}

/** Faces under one sky have their good and bad years, and their errors, together: what lies below the mean adds up. */
function spreadNote(faces: RoofAnswers['pv_yield']): string[] {
  const sumKwh = (kwhKwpOf: (variability: Variability) => number | undefined) =>
    faces.reduce((sum, { variability, input: { kwp = 0 } }) => {
      const kwhKwp = variability && kwhKwpOf(variability);
      return sum + kwp * (kwhKwp ?? Number.NaN);
    }, 0);
  const weatherKwh = sumKwh((variability) => variability.p90_annual_kwh_kwp);
  if (Number.isNaN(weatherKwh)) return [];
  const note = `  Nine years in ten give more than ${groupDigits(weatherKwh)} by their weather.`;
  const yearKwh = sumKwh(({ total }) => total?.one_year.p90);
  const meanKwh = sumKwh(({ total }) => total?.mean_of_20_years.p90);
  if (Number.isNaN(yearKwh + meanKwh)) return [note];
  return [
    note,
    '  Data, model and losses counted too, the chances are nine in ten that a year',
    `  gives more than ${groupDigits(yearKwh)}, and twenty years in the mean more than ${groupDigits(meanKwh)}.`,
  ];
}

function dayChart({ simulation }: RoofAnswers, name: string, month: number): string {
  const { typical_days: days, yearly } = simulation;
  if (!days) throw new Error('The simulation has no typical days.');
  const flows = [
    { label: 'PV', kwh: days.pv_kwh[month] },
    { label: 'use', kwh: days.load_kwh[month] },
    { label: 'bought', kwh: days.import_kwh[month] },
    { label: 'sold', kwh: days.export_kwh[month] },
  ];
  const mostKwh = Math.max(...flows.flatMap(({ kwh }) => kwh));
  const lines = flows.map(({ label, kwh }) =>
    chartLine(label, kwh, mostKwh, `${sum(kwh).toFixed(1).padStart(5)} kWh`),
  );
  const { capacity_kwh } = yearly.battery;
  if (capacity_kwh > 0) {
    const levels = days.level_kwh[month];
    lines.push(chartLine('in battery', levels, capacity_kwh, `${rangeOf(levels, 1)} kWh`));
  }
  const prices = days.import_price_sek_per_kwh[month];
  lines.push(chartLine('price', prices, Math.max(...prices), `${rangeOf(prices, 2)} SEK`));
  const clock = Array.from({ length: 8 }, (_, i) => String(3 * i).padStart(2, '0')).join('    ');
  return [`A mean day in ${name}, by the clock`, `${' '.repeat(13)}${clock}`, ...lines].join('\n');
}

function chartLine(
  label: string,
  hours: readonly number[],
  most: number,
  figuresText: string,
): string {
  const columns = hours.map((value) => drawColumn(most > 0 ? value / most : 0).repeat(2));
  return `  ${label.padEnd(11)}${columns.join('')} ${figuresText}`;
}

function rangeOf(values: readonly number[], decimals: number): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const shown = high < 100 ? decimals : 0;
  return `${low.toFixed(shown)} to ${high.toFixed(shown)}`;
}

function moneyTable({ simulation, battery_strategies: compared }: RoofAnswers): string {
  const { yearly, model } = simulation;
  const row = (label: string, sek: number) => `  ${label.padEnd(40)}${padCell(sek, 10)}`;
  const [own, covered] = [yearly.self_consumption_pct, yearly.self_sufficiency_pct].map(Math.round);
  const batteries = compared?.matrix ?? [];
  return [
    `Electricity, SEK a year, ${model.prices === 'hourly' ? `each hour of ${model.simulated_year} at its own price` : 'at mean prices by month and hour'}`,
    row('bill without roof and battery', yearly.cost_without_system_sek),
    row('bill with them', yearly.cost_with_system_sek),
    row('saved by the roof', roofSavingsSek(yearly)),
    ...batteries.map(({ strategy, battery_savings_sek }) =>
      row(`saved by the battery, ${strategy}`, battery_savings_sek),
    ),
    `  ${own} % of the PV is used at home and covers ${covered} % of what is used there.`,
  ].join('\n');
}

function roofSavingsSek({ savings_sek, battery }: SimulationYear): number {
  return savings_sek - battery.savings_sek;
}

function paybackTable(
  { simulation: { yearly }, battery_strategies: compared }: RoofAnswers,
  roofCostSek: number | undefined,
): string {
  const rows = [paybackRow('roof', roofSavingsSek(yearly), roofCostSek)];
  if (compared) {
    const [costSek] = Object.values(compared.input.compare.cost_sek_by_size ?? {});
    const fade = (compared.input.battery.fade_pct_per_year ?? 0) / 100;
    rows.push(paybackRow('battery', yearly.battery.savings_sek, costSek, fade));
  }
  return [
    'Pays for itself if it costs at most, SEK',
    `  ${'within'.padEnd(10)}${PAYBACK_YEARS.map((years) => `${years} years`.padStart(12)).join('')}`,
    ...rows,
  ].join('\n');
}

function paybackRow(what: string, sekAYear: number, costSek: number | undefined, fade = 0): string {
  const most = PAYBACK_YEARS.map((years) => padCell(Math.max(0, years * sekAYear), 12)).join('');
  const line = `  ${what.padEnd(10)}${most}`;
  if (costSek === undefined) return line;
  const years = simplePaybackYears(costSek, sekAYear, fade);
  const text = Number.isFinite(years) ? `${years.toFixed(1)} years` : 'never';
  return `${line}   ${groupDigits(costSek)}: ${text}`;
}

const COLUMNS = 80;
/** Eighths of a character's height, and of its width. */
const HEIGHTS = ' ▁▂▃▄▅▆▇█';
const WIDTHS = ' ▏▎▍▌▋▊▉█';
const EIGHTHS = 8;

/** A horizontal bar, `share` of `length` characters. */
function drawBar(share: number, length: number): string {
  const eighths = Math.round(share * length * EIGHTHS);
  const whole = WIDTHS[EIGHTHS].repeat(Math.floor(eighths / EIGHTHS));
  return (whole + WIDTHS[eighths % EIGHTHS]).trimEnd();
}

/** A character as high as the share, 0 to 1. What is above 0 shows. */
function drawColumn(share: number): string {
  return HEIGHTS[share > 0 ? Math.max(1, Math.round(share * EIGHTHS)) : 0];
}

/** The text in lines of at most 80 characters, broken at blanks. */
function wrapText(text: string): string {
  return text.replace(new RegExp(`(?=.{${COLUMNS + 1}})(.{1,${COLUMNS}}) `, 'g'), '$1\n');
}
