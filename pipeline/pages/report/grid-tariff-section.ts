import { paragraph, type Section, table } from '#common/charts/html-page.ts';
import type { GridTariff, GridTariffs, TariffEnergy, TariffPower } from '../../../schemas/types.ts';
import { gridTariffsText } from '../../prices/grid-tariffs-text.ts';

/** The price lists of grid companies that have not ended, with the date and the trust of each. */
export function gridTariffSection(gridTariffs: GridTariffs): Section {
  const rows = gridTariffs.lists.filter(({ status }) => status !== 'ended').map(rowOf);
  const headings = ['', 'list', 'SEK a year at 20 A', 'öre/kWh', 'power, SEK/kW a month', 'read'];
  const html = [
    paragraph(gridTariffsText(gridTariffs)),
    table('Price lists, with VAT, without energy tax', headings, rows, 'compact'),
    paragraph(
      'Trust A: the operator’s own text. B: second-hand and consistent. C: single or doubtful. Small operators may have changed theirs since it was read.',
    ),
  ];
  return { id: 'grid-tariffs', title: 'What the grid costs', html: html.join('\n') };
}

function rowOf({ company, id, power, ...list }: GridTariff): string[] {
  return [
    company,
    id,
    String(list.fixed_sek_per_year?.['20'] ?? 'not known'),
    list.energy_ore_per_kwh?.map(energyText).join(', ') ?? 'not known',
    power.map(powerText).join(' + ') || 'none',
    `${list.as_of}, ${list.trust}`,
  ];
}

function energyText({ ore, when, fuses, spot_share }: TariffEnergy): string {
  const spot = spot_share === undefined ? '' : ` + ${+(100 * spot_share).toFixed(2)} % of spot`;
  const fuse = fuses ? ` at ${fuses.join(', ')} A` : '';
  return `${ore}${spot}${fuse}${when ? ' at times' : ''}`;
}

function powerText({ sek_per_kw_month, when, fuses, statistic }: TariffPower): string {
  const { highest, distinct_days } = statistic;
  const unit = distinct_days ? 'days' : 'hours';
  const mean = highest > 1 ? ` (${highest} ${unit})` : '';
  const fuse = fuses ? ` at ${fuses.join(', ')} A` : '';
  return `${sek_per_kw_month}${mean}${when ? ' at times' : ''}${fuse}`;
}
