import type { MarketPart, SimulationMarket } from '../../../../schemas/types.ts';
import { DEFAULT_STATE, type ExplorerState, type PartProps } from '../../shared/state.ts';
import { fill, written } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import { NumberField } from '../number-field.tsx';
import { MeterInput, type MeterProps } from './meter-input.tsx';

interface HouseProps extends PartProps<Words['earnings']>, MeterProps {
  /** Null until it has come. */
  market: SimulationMarket | null;
}

/** What the house uses and pays. */
export function House(props: HouseProps) {
  const { state, change, words, market, meter } = props;
  return (
    <section class="panel house" aria-labelledby="house">
      <h2 id="house">{words.house}</h2>
      {!meter && (
        <>
          <NumberField
            label={words.use}
            source={sourceOf(state, 'useKwh', words)}
            unit={words.useUnit}
            value={state.useKwh}
            min={0}
            max={Math.max(40_000, state.useKwh)}
            step={500}
            onNumber={(useKwh, gesture) => change({ useKwh: Math.round(useKwh) }, gesture)}
          />
          <p class="soft small">{words.useHint}</p>
          <NumberField
            label={words.ev}
            source={sourceOf(state, 'evKmPerDay', words)}
            unit={words.evUnit}
            value={state.evKmPerDay}
            min={0}
            max={300}
            step={5}
            onNumber={(km, gesture) => change({ evKmPerDay: Math.round(km) }, gesture)}
          />
        </>
      )}
      <MeterInput {...props} />
      {market && <Prices state={state} change={change} words={words} market={market} />}
    </section>
  );
}

type Owned = 'useKwh' | 'evKmPerDay' | 'panelSekPerKwp' | 'batteryFixedSek' | 'batterySekPerKwh';

/** Whose a value is: ours until somebody sets another. */
function sourceOf(state: ExplorerState, name: Owned, words: Words['earnings']): string {
  return state[name] === DEFAULT_STATE[name] ? words.ours : words.yours;
}

/** Of a published value what its source is worth, and when it was read. */
function publishedText({ trust, as_of }: MarketPart, words: Words['earnings']): string {
  return fill(words.published, { trust, day: as_of });
}

function Prices({
  state,
  change,
  words,
  market,
}: PartProps<Words['earnings']> & { market: SimulationMarket }) {
  const { tariff, prices } = market;
  const usualFeeOre = round(tariff.grid_fee.value * (1 + tariff.vat.value / 100));
  const hasOwn = state.gridFeeOre !== null || state.powerChargeSek !== null;
  return (
    <details>
      <summary>{words.prices}</summary>
      <p class="soft small">
        {fill(words.priceArea, {
          zone: market.model.zone,
          sek: written(meanOf(prices.import_sek_per_kwh), state.lang, 2),
          sold: written(meanOf(prices.export_sek_per_kwh), state.lang, 2),
        })}
      </p>
      <NumberField
        label={words.gridFee}
        source={state.gridFeeOre === null ? publishedText(tariff.grid_fee, words) : words.yours}
        unit={words.gridFeeUnit}
        value={state.gridFeeOre ?? usualFeeOre}
        min={0}
        max={200}
        step={1}
        onNumber={(ore, gesture) => change({ gridFeeOre: round(ore) }, gesture)}
      />
      {state.gridFeeOre === null && (
        <p class="soft small" lang="en">
          {tariff.grid_fee.source}
        </p>
      )}
      <NumberField
        label={words.powerCharge}
        source={
          state.powerChargeSek === null ? publishedText(tariff.power_charge, words) : words.yours
        }
        unit={words.powerChargeUnit}
        value={state.powerChargeSek ?? prices.peak_charge_sek_per_kw_month}
        min={0}
        max={200}
        step={1}
        onNumber={(sek, gesture) => change({ powerChargeSek: round(sek) }, gesture)}
      />
      {state.powerChargeSek === null && (
        <p class="soft small" lang="en">
          {tariff.power_charge.source}
        </p>
      )}
      {hasOwn && (
        <button type="button" onClick={() => change({ gridFeeOre: null, powerChargeSek: null })}>
          {words.useUsual}
        </button>
      )}
      <p class="soft small">{words.costHint}</p>
      <NumberField
        label={words.panelPerKw}
        source={sourceOf(state, 'panelSekPerKwp', words)}
        unit={words.panelPerKwUnit}
        value={state.panelSekPerKwp}
        min={0}
        max={Math.max(30_000, state.panelSekPerKwp)}
        step={500}
        onNumber={(sek, gesture) => change({ panelSekPerKwp: Math.round(sek) }, gesture)}
      />
      <NumberField
        label={words.batteryFixed}
        source={sourceOf(state, 'batteryFixedSek', words)}
        unit={words.batteryFixedUnit}
        value={state.batteryFixedSek}
        min={0}
        max={Math.max(60_000, state.batteryFixedSek)}
        step={1000}
        onNumber={(sek, gesture) => change({ batteryFixedSek: Math.round(sek) }, gesture)}
      />
      <NumberField
        label={words.batteryPerKwh}
        source={sourceOf(state, 'batterySekPerKwh', words)}
        unit={words.batteryPerKwhUnit}
        value={state.batterySekPerKwh}
        min={0}
        max={Math.max(15_000, state.batterySekPerKwh)}
        step={250}
        onNumber={(sek, gesture) => change({ batterySekPerKwh: Math.round(sek) }, gesture)}
      />
      <fieldset class="chips">
        <legend>{words.owners}</legend>
        {([1, 2] as const).map((owners) => (
          <label key={owners}>
            <input
              type="radio"
              name="owners"
              checked={state.owners === owners}
              onChange={() => change({ owners })}
            />
            <span>{words[`owner${owners}`]}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function meanOf(table: number[][]): number {
  const values = table.flat();
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
