/** Two variants side by side: one that is kept, and the page's own. A script of its own, loaded when one is kept. */
import { render } from 'preact';
import type { Change, ExplorerState } from '../../shared/state.ts';
import { fill, formatNumber, formatYears, listCompass } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { Local } from '../local/local-client.ts';
import type { MeterYear } from '../meter/meter-file.ts';
import { Former } from './money.tsx';
import { bandOf } from './system.ts';
import { type FiguresView, useFigures, useMatrix } from './use-figures.ts';
import { useLeftKwh } from './use-left-kwh.ts';
import { type RangeView, useRange } from './use-range.ts';
import { listAssumed } from './verdict.ts';

/** A state and its figures. */
interface Variant {
  state: ExplorerState;
  /** Null if not known yet. */
  leftKwh: number | null;
  view: FiguresView;
  range: RangeView;
}

export interface VariantsProps extends Variant {
  change: Change;
  words: Words['explorer'];
  earnings: Words['earnings'];
  /** The house's own, in both variants. */
  meter: MeterYear | null;
  local: Local;
}

/** Draws the variants into an element, and again with other figures; nothing if none is kept. */
export function drawVariants(element: Element, props: VariantsProps): void {
  const { kept } = props.state;
  render(kept && <Variants {...props} kept={kept} />, element);
}

function Variants({ kept, ...props }: VariantsProps & { kept: ExplorerState }) {
  const { state, change, words, earnings, meter, local } = props;
  const { matrix } = useMatrix(kept, local);
  const { leftKwh } = useLeftKwh(kept, matrix, local);
  const view = useFigures(kept, meter, local);
  const range = useRange(view, local);
  const isFormer = [view, props.view].some((one) => one.figures !== null && one.isFormer);
  const drop = { ...state, kept: null };
  return (
    <section class="panel variants" aria-labelledby="variants">
      <h2 id="variants">{earnings.variants}</h2>
      <Former isFormer={isFormer} words={earnings}>
        <Table
          variants={[{ state: kept, leftKwh, view, range }, props]}
          words={words}
          earnings={earnings}
        />
      </Former>
      <p class="buttons">
        <button type="button" onClick={() => change({ ...kept, kept: drop })}>
          {earnings.swapAB}
        </button>
        <button type="button" onClick={() => change({ kept: null })}>
          {earnings.dropA}
        </button>
      </p>
    </section>
  );
}

interface TableProps {
  variants: readonly Variant[];
  words: Words['explorer'];
  earnings: Words['earnings'];
}

function Table({ variants, words, earnings }: TableProps) {
  const columns = variants.map((variant) => listCells(variant, words, earnings));
  const heads = [
    words.roof,
    words.kwhAYear,
    earnings.tableSaves,
    earnings.netCost,
    earnings.paidAfter,
    earnings.rangeAll,
    earnings.battery,
    earnings.assumptions,
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways on a phone
    <section class="wide" tabIndex={0} aria-label={[earnings.keptA, earnings.nowB].join(', ')}>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{earnings.keptA}</th>
            <th scope="col">{earnings.nowB}</th>
          </tr>
        </thead>
        <tbody>
          {heads.map(
            (head, row) =>
              columns.some((cells) => cells[row] !== '') && (
                <tr key={head}>
                  <th scope="row">{head}</th>
                  {columns.map((cells, at) => (
                    <td key={at}>{cells[row]}</td>
                  ))}
                </tr>
              ),
          )}
        </tbody>
      </table>
    </section>
  );
}

/** On its way. */
const AWAITED = '…';

/** Lists the cells of a variant, all of one snapshot: where its figures are a former state's, so is all else. */
function listCells(
  { state: now, leftKwh, view, range }: Variant,
  words: Words['explorer'],
  earnings: Words['earnings'],
): string[] {
  const { figures, isFormer } = view;
  const state = figures?.state ?? now;
  const { lang, lifeYears } = state;
  const sek = (value: number) => `${formatNumber(value, lang)} ${earnings.batteryFixedUnit}`;
  const { system, years } = range;
  const isOwn = !figures || !isFormer;
  const kwh = isOwn && leftKwh !== null ? formatNumber(leftKwh, lang) : AWAITED;
  const roof = describeRoof(state, words);
  const assumed = listAssumed(state, earnings).join(', ');
  if (!system) return [roof, kwh, AWAITED, AWAITED, AWAITED, AWAITED, AWAITED, assumed];
  const band = years && bandOf(state, years);
  const waited = range.isUnknown ? '–' : AWAITED;
  const paid =
    system.years === null
      ? fill(earnings.longer, { life: lifeYears })
      : fill(earnings.years, { years: formatYears(system.years, lang) });
  return [
    roof,
    kwh,
    sek(system.savesSek),
    sek(system.netSek),
    system.netSek > 0 ? paid : '–',
    band ? `${formatNumber(band.p90, lang)}–${sek(band.p10)}` : waited,
    system.battery ? `${system.battery.cell.sizeKwh} kWh` : earnings.noBattery,
    assumed,
  ];
}

function describeRoof({ faces, lang }: ExplorerState, words: Words['explorer']): string {
  const compass = listCompass(words.compassShort);
  const kwp = faces.reduce((sum, face) => sum + face.kwp, 0);
  const sides = faces.map(
    ({ tilt, azimuth }) => `${compass[Math.round(azimuth / 45) % 8]} ${formatNumber(tilt, lang)}°`,
  );
  return `${formatNumber(kwp, lang, Number.isInteger(kwp) ? 0 : 1)} kW: ${sides.join(', ')}`;
}
