import { paragraph, type Section, table } from '#common/charts/html-page.ts';
import type { GridTariff, GridTariffs, TariffEnergy, TariffPower } from '../../../schemas/types.ts';
import { countGridTariffs } from '../../prices/grid-tariffs-text.ts';
import type { ReportWords } from './words.ts';

/** The price lists of grid companies that have not ended, with the date and the trust of each. */
export function gridTariffSection(gridTariffs: GridTariffs, words: ReportWords): Section {
  const rows = gridTariffs.lists
    .filter(({ status }) => status !== 'ended')
    .map((list) => rowOf(list, words));
  const { title, counts, caption, headings, trust } = words.gridTariffs;
  const html = [
    paragraph(counts(countGridTariffs(gridTariffs))),
    table(caption, headings, rows, 'compact'),
    paragraph(trust),
  ];
  return { id: 'grid-tariffs', title, html: html.join('\n') };
}

function rowOf({ company, id, power, ...list }: GridTariff, words: ReportWords): string[] {
  const { unknown, none } = words.gridTariffs;
  const fixed = list.fixed_sek_per_year?.['20'];
  return [
    company,
    id,
    typeof fixed === 'number' ? words.number(fixed) : unknown,
    list.energy_ore_per_kwh?.map((energy) => energyText(energy, words)).join(words.between) ??
      unknown,
    power.map((charge) => powerText(charge, words)).join(' + ') || none,
    `${list.as_of}, ${list.trust}`,
  ];
}

function energyText(
  { ore, when, fuses, spot_share }: TariffEnergy,
  { gridTariffs, number }: ReportWords,
): string {
  const percent = spot_share === undefined ? null : Number((100 * spot_share).toFixed(2));
  const spot = percent === null ? '' : gridTariffs.ofSpot(number(percent));
  const fuse = fuses ? gridTariffs.atFuses(fuses.join(', ')) : '';
  return `${number(ore)}${spot}${fuse}${when ? gridTariffs.atTimes : ''}`;
}

function powerText(
  { sek_per_kw_month, when, fuses, statistic }: TariffPower,
  { gridTariffs, number }: ReportWords,
): string {
  const { highest, distinct_days } = statistic;
  const unit = distinct_days ? gridTariffs.days : gridTariffs.hours;
  const mean = highest > 1 ? ` (${highest} ${unit})` : '';
  const fuse = fuses ? gridTariffs.atFuses(fuses.join(', ')) : '';
  return `${number(sek_per_kw_month)}${mean}${when ? gridTariffs.atTimes : ''}${fuse}`;
}
