import { MAX_SYSTEM_LOSS } from '#engine/house/roof-log.ts';
import { sum } from '#engine/statistics.ts';
import { typedOption } from '../../../pipeline/files/packaged.ts';
import type { SimulationYear } from '../../../schemas/types.ts';
import { writeMessage } from '../../pages/explorer/meter/write-message.ts';
import { usualState } from '../../pages/explorer/state.ts';
import { writeState } from '../../pages/explorer/url-state.ts';
import { listMonths } from '../../pages/messages/format.ts';
import { padCell } from '../roof/digits.ts';
import type { LoggedHouse } from './logged-house.ts';
import type { Replay } from './replay-answers.ts';

/**
 * The comparison as a person reads it.
 * @param origin scheme, host and port of the explorer that is linked to
 */
export function replayText(found: Replay, origin: string): string {
  const parts = [
    writeHeading(found),
    monthTable(found),
    explainedTable(found),
    writeFactor(found, origin),
    ...(found.house ? [houseTable(found.house)] : []),
  ];
  return parts.join('\n\n');
}

function writeHeading({ place, faces, isFitted, log }: Replay): string {
  const notes = [...log.questions, ...log.notes].map((note) => writeMessage(note, 'en'));
  const planes = faces.map(
    ({ tilt, azimuth, kwp }) => `${kwp} kWp at tilt ${tilt} facing ${azimuth}`,
  );
  return [
    `${place.lat} N, ${place.lng} E`,
    ...planes.map((plane, i) => `  ${(i === 0 ? 'roof' : '').padEnd(6)}${plane}`),
    ...(isFitted ? ['        (the one face that fits the log best: no FACES were given)'] : []),
    ...notes.map((note, i) => `  ${(i === 0 ? 'log' : '').padEnd(6)}${note}`),
  ].join('\n');
}

function monthTable({ comparison: { computedKwh, logKwh } }: Replay): string {
  const row = (name: string, computed: number, log: number) =>
    `  ${name.padEnd(6)}${padCell(computed, 10)}${padCell(log, 10)}${biasOf(computed, log).padStart(8)}`;
  return [
    'Month, kWh  computed     log    bias',
    ...listMonths('en').map((name, i) => row(name, computedKwh[i], logKwh[i])),
    row('Year', sum(computedKwh), sum(logKwh)),
  ].join('\n');
}

/** How far the computed month is above the log's. */
function biasOf(computed: number, log: number): string {
  if (log === 0) return '-';
  const percent = Math.round(100 * (computed / log - 1));
  return `${percent > 0 ? '+' : ''}${percent} %`;
}

function explainedTable({ comparison: { explained } }: Replay): string {
  const row = (name: string, part: number) =>
    `  ${name.padEnd(38)}${(100 * part).toFixed(0).padStart(5)} %`;
  return [
    "Explained of the log's spread, once the roof is calibrated",
    row('months', explained.months),
    row('mean day of each month by clock hour', explained.meanDays),
    row('single hours: a climate, not that year', explained.hours),
  ].join('\n');
}

function writeFactor({ comparison, systemLoss, yearSdPct, place, faces }: Replay, origin: string) {
  const { factor } = comparison;
  const lines = [`Factor to calibrate by: ${factor.toFixed(3)}`];
  if (yearSdPct !== null) {
    lines.push(
      `  One year's sun is within ${yearSdPct.toFixed(1)} % of the mean in two years of three; so is the factor.`,
    );
  }
  if (systemLoss < 0 || systemLoss > MAX_SYSTEM_LOSS) {
    lines.push(
      `  So far apart, losses are no reason: check kWp and directions, and that ${typedOption('PV')} has kWh of`,
      '  the whole roof.',
    );
    return lines.join('\n');
  }
  const systemLossPct = Math.round(1e4 * systemLoss) / 100;
  const query = writeState({ ...usualState(faces), ...place, systemLossPct, lang: 'en' });
  lines.push(
    `  As system_loss in the API: ${(systemLossPct / 100).toFixed(4)}`,
    `  The calibrated roof: ${origin}/?${query}`,
  );
  return lines.join('\n');
}

function houseTable({ hasSales, logged, computed }: LoggedHouse): string {
  const row = (name: string, of: (year: SimulationYear) => number, unit: string) =>
    `  ${name.padEnd(28)}${padCell(of(logged), 10)}${padCell(of(computed), 10)} ${unit}`;
  return [
    'House                              log calibrated',
    row('used', (year) => year.consumed_kwh, 'kWh'),
    row('bought', (year) => year.imported_kwh, 'kWh'),
    row('sold', (year) => year.exported_kwh, 'kWh'),
    row('of the PV used at home', (year) => year.self_consumption_pct, '%'),
    row('saved by the roof', (year) => year.savings_sek, 'SEK'),
    ...(hasSales
      ? []
      : [
          `  ${typedOption('METER')} shows nothing sold: all that the roof produced counts as used at home.`,
        ]),
  ].join('\n');
}
