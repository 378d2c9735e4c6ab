import { BATTERY_YEARS, YEARS } from '#engine/cash-flow.ts';
import {
  CAP_SEK,
  ratesOn,
  sumOf,
  TURNKEY_PERMILLE,
  WORK_CLASSES,
  type WorkClass,
} from '#engine/deduction/rates.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import { isWithinWarranty, WARRANTY } from '#engine/economy/warranty.ts';
import type { ProposedInverter } from '../../../schemas/types.ts';
import { fill, formatNumber } from '../messages/format.ts';
import { FigureTable, type TableRow } from '../server/figure-table.tsx';
import { Wide } from '../server/scrolling.tsx';
import {
  describeAgeing,
  formatPayback,
  formatSek,
  formatShort,
  nameSystem,
  type PartProps,
} from './proposal-text.ts';

/** The systems next to each other, the proposed one marked. */
export function Systems({ words, proposal: { language, figures, state } }: PartProps) {
  const { systems, proposed, suggested } = figures;
  const sek = (value: number) => formatNumber(Math.round(value) + 0, language);
  const years = (value: number | null) => formatPayback(words, value, YEARS, language);
  const row = (name: string, textOf: (system: PricedSystem) => string): TableRow => [
    name,
    systems.map(textOf),
    name === words.net ? 'total' : undefined,
  ];
  const inverterRow = ({ year, sek: inverterSek }: ProposedInverter) =>
    row(fill(words.newInverter, { year }), () => sek(-inverterSek));
  const rows = [
    row(words.price, ({ priceSek }) => sek(priceSek)),
    row(words.deduction, ({ deduction }) => sek(-deduction.claimedSek)),
    row(words.net, ({ netSek }) => sek(netSek)),
    row(words.saving, ({ savingSek }) => sek(savingSek)),
    ...(state.inverter ? [inverterRow(state.inverter)] : []),
    row(words.payback, ({ paybackYears }) => years(paybackYears)),
    row(words.paybackWithout, (system) => years(system.paybackYearsWithoutDeduction)),
    row(words.left25, ({ cashSek }) => sek(cashSek[YEARS])),
  ];
  const heads = systems.map((system) => (
    <>
      {nameSystem(words, system, language)}
      {system === proposed && (
        <small>{proposed === suggested ? words.proposed : words.chosen}</small>
      )}
    </>
  ));
  const title = [words.systemsOne, words.systemsTwo, words.systems][systems.length - 1];
  const hasCharger = systems.some(({ kind }) => kind === 'charger');
  return (
    <section class="panel" aria-labelledby="systems">
      <h2 id="systems">{title}</h2>
      <Wide labelledBy="systems">
        <FigureTable
          kind="figures"
          heads={['', ...heads]}
          rows={rows}
          proposed={1 + systems.indexOf(proposed)}
        />
      </Wide>
      <p class="soft note">
        {fill(
          hasCharger ? words.systemsNote : words.systemsNotePlain,
          describeAgeing(state, language),
        )}
      </p>
    </section>
  );
}

/** The price and gain of each size of battery. */
export function Batteries({ words, proposal: { language, figures, state } }: PartProps) {
  if (figures.batteries.length === 0) return null;
  const warranty = fill(words.inWarranty, { years: WARRANTY.years });
  const heads = [words.size, words.addedNet, words.saving, words.payback, warranty];
  const rows = figures.batteries.map(
    ({ kwh, netSek, savingSek, paybackYears, warrantyYears }): TableRow => [
      fill(words.kwh, { value: formatShort(kwh, language) }),
      [
        formatNumber(netSek, language),
        formatNumber(savingSek, language),
        formatPayback(words, paybackYears, BATTERY_YEARS, language),
        isWithinWarranty({ paybackYears, warrantyYears }) ? words.yes : words.no,
      ],
      kwh === state.batteries[0].kwh ? 'proposed' : undefined,
    ],
  );
  return (
    <section class="panel" aria-labelledby="batteries">
      <h2 id="batteries">{words.batteries}</h2>
      <p>{words.batteriesLead}</p>
      <Wide labelledBy="batteries">
        <FigureTable kind="figures" heads={heads} rows={rows} />
      </Wide>
    </section>
  );
}

/** The proposed system's parts, its deduction, and the applicants. */
export function Costs({ words, proposal }: PartProps) {
  const { language, state, figures } = proposal;
  const { parts, priceSek, deduction, netSek, batteryKwh, chargerCount } = figures.proposed;
  const names: Record<WorkClass, string> = {
    solar_cells: words.solarCells,
    storage: fill(words.storage, { kwh: formatShort(batteryKwh, language) }),
    charging_point: fill(words.chargingPoint, { count: chargerCount }),
  };
  const rates = ratesOn(state.deduction.paid_on);
  const classes: Record<WorkClass, string> = {
    solar_cells: words.dSolarCells,
    storage: words.dStorage,
    charging_point: words.dChargingPoint,
  };
  const surplusSek = sumOf(deduction.surplusSek);
  const reductions = WORK_CLASSES.filter((name) => deduction.amountsSek[name] > 0).map(
    (name): Row => [
      fill(words.deductionOf, {
        what: classes[name],
        percent: formatNumber(rates[name] / 10, language),
        turnkey: formatNumber(TURNKEY_PERMILLE / 10, language),
      }),
      -deduction.amountsSek[name],
    ],
  );
  const cap = fill(words.overCap, { cap: formatNumber(CAP_SEK, language) });
  const rows: Row[] = [
    ...parts.map(({ workClass, sek }): Row => [names[workClass], sek]),
    [words.sum, priceSek, 'total'],
    ...reductions,
    ...(surplusSek > 0 ? [[cap, surplusSek] satisfies Row] : []),
    [words.toPay, netSek, 'total'],
  ];
  return (
    <section class="panel second-sheet" aria-labelledby="costs">
      <h2 id="costs">{words.costs}</h2>
      <CostTable rows={rows} textOf={(sek) => formatSek(words, sek, language)} />
      <p class="soft note">{describeApplicants({ words, proposal })}</p>
    </section>
  );
}

/** Name and SEK of a row, and whether it is a sum. */
export type Row = [name: string, sek: number, kind?: 'total'];

/** Rows of an offer that add up. */
export function CostTable(props: { rows: readonly Row[]; textOf: (sek: number) => string }) {
  const rows = props.rows.map(([name, sek, kind]): TableRow => [name, [props.textOf(sek)], kind]);
  return <FigureTable kind="figures" rows={rows} />;
}

function describeApplicants({ words, proposal: { language, figures } }: PartProps): string {
  const { parts } = figures.proposed.deduction;
  if (parts.length === 0) return words.noOwners;
  return fill(words.parts, {
    count: parts.length,
    persons: parts.length === 1 ? words.person : words.persons,
    sums: parts.map(({ sumSek }) => formatSek(words, sumSek, language)).join(' + '),
  });
}
