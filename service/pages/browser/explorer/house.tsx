import { useState } from 'preact/hooks';
import type { MarketPart, SimulationMarket } from '../../../../schemas/types.ts';
import { DEFAULT_STATE, type ExplorerState, type PartProps } from '../../shared/state.ts';
import { fill, written } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { MeterClock, MeterYear } from '../meter/meter-file.ts';
import { NumberField } from '../number-field.tsx';

type MeterReader = typeof import('../meter/meter-file.ts');

/** A file that was read: it stays in the page's memory. */
export interface Meter {
  name: string;
  year: MeterYear;
}

interface HouseProps extends PartProps<Words['earnings']> {
  /** Null until it has come. */
  market: SimulationMarket | null;
  meter: Meter | null;
  setMeter(meter: Meter | null): void;
  /** Address of the script that reads a meter's file. */
  meterUrl: string;
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
      <MeterFile {...props} />
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

const CLOCKS: readonly [MeterClock, keyof Words['earnings']][] = [
  ['auto', 'clockAuto'],
  ['swedish', 'clockSwedish'],
  ['winter', 'clockWinter'],
  ['utc', 'clockUtc'],
];

/** The script that reads a meter's file; null when it cannot be loaded. */
async function meterReader(url: string): Promise<MeterReader | null> {
  try {
    return await import(url);
  } catch {
    return null;
  }
}

/** A file dropped or chosen is read here, in the browser, and sent nowhere but as hours of a calculation. */
function MeterFile({ state, words, meter, setMeter, meterUrl }: HouseProps) {
  const [file, setFile] = useState<File | null>(null);
  const [clock, setClock] = useState<MeterClock>('auto');
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (chosen: File, by: MeterClock) => {
    setFile(chosen);
    const reader = await meterReader(meterUrl);
    if (!reader) return setProblem(words.meterNoReader);
    const { readMeterFile, MeterProblem } = reader;
    try {
      setMeter({ name: chosen.name, year: readMeterFile(await chosen.text(), by) });
      setProblem(null);
    } catch (error) {
      if (!(error instanceof MeterProblem)) throw error;
      setMeter(null);
      setProblem(fill(words[`problem_${error.reason}`], error.values));
    }
  };
  const take = (files: FileList | null | undefined) => files?.[0] && read(files[0], clock);
  const drop = () => {
    setFile(null);
    setProblem(null);
    setMeter(null);
  };
  return (
    <fieldset
      class="meter"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files);
      }}
    >
      <legend>{words.meter}</legend>
      <p class="soft small">{words.meterHint}</p>
      <label>
        {words.meterChoose}{' '}
        <input
          type="file"
          accept=".csv,.txt,.json,text/*"
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>{' '}
      <label>
        {words.meterClock}{' '}
        <select
          value={clock}
          onChange={(event) => {
            const by = CLOCKS[event.currentTarget.selectedIndex][0];
            setClock(by);
            if (file) read(file, by);
          }}
        >
          {CLOCKS.map(([name, word]) => (
            <option key={name} value={name}>
              {words[word]}
            </option>
          ))}
        </select>
      </label>
      <p role="alert" class="problem">
        {problem}
      </p>
      {meter && (
        <div role="status">
          <p>{meterText(meter, words, state.lang)}</p>
          <ul class="small">
            {meter.year.notes.map(({ note, count }) => (
              <li key={note}>
                {fill(words[`note_${note}`], { count: written(count, state.lang) })}
              </li>
            ))}
          </ul>
          <button type="button" onClick={drop}>
            {words.meterDrop}
          </button>
        </div>
      )}
    </fieldset>
  );
}

function meterText(
  { name, year }: Meter,
  words: Words['earnings'],
  lang: PartProps<unknown>['state']['lang'],
): string {
  const sum = (hours: Float64Array) =>
    written(
      hours.reduce((all, kwh) => all + kwh, 0),
      lang,
    );
  const kwh = sum(year.importKwh);
  if (!year.exportKwh) return fill(words.meterRead, { name, kwh });
  return fill(words.meterBoth, { name, kwh, sold: sum(year.exportKwh) });
}

function meanOf(table: number[][]): number {
  const values = table.flat();
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Math.round(100 * value) / 100;
}
