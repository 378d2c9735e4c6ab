import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { vatFactor } from '#engine/money.ts';
import type { MarketPart } from '../../../../schemas/types.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { MeterInput, type MeterProps } from '../meter/meter-input.tsx';
import { RoofLog, type RoofLogProps } from '../meter/roof-log.tsx';
import type { PartProps } from '../state.ts';
import type { Local } from '../worker/local-client.ts';
import type { PlaceMarket } from '../worker/place-market.ts';
import { GridCompany } from './grid-company.tsx';
import { StateNumber } from './state-number.tsx';

type Part = PartProps<Words['earnings']>;

interface HouseProps extends Part, MeterProps, RoofLogProps {
  /** Null until the answer has come. */
  market: PlaceMarket | null;
  local: Local;
}

/** The house's use and prices. */
export function House(props: HouseProps) {
  const { state, change, words, market, meter, local } = props;
  const part = { state, change, words };
  return (
    <section class="panel house" aria-labelledby="house">
      <h2 id="house">{words.house}</h2>
      {!meter && (
        <>
          <StateNumber {...part} word="use" />
          <p class="soft small">{words.useHint}</p>
          <StateNumber {...part} word="ev" />
        </>
      )}
      <MeterInput {...props} />
      <RoofLog {...props} />
      {market && (
        <Prices
          {...part}
          market={market}
          hasList={state.gridTariff !== null}
          gridCompany={<GridCompany {...part} local={local} />}
        />
      )}
    </section>
  );
}

interface TariffProps extends Part {
  market: PlaceMarket;
}

interface PricesProps extends TariffProps {
  /** Whether a grid company's price list counts in the place of the fees. */
  hasList: boolean;
  /** Its choice. */
  gridCompany: ComponentChildren;
}

/** The prices of electricity and of the equipment. */
function Prices({ market, hasList, gridCompany, ...part }: PricesProps) {
  const { state, words } = part;
  // A list that the address names is shown; later the reader opens and closes.
  const [isOpen] = useState(hasList);
  const [wasOpened, setOpened] = useState(hasList);
  const { import_sek_per_kwh, export_sek_per_kwh } = market.prices;
  return (
    <details open={isOpen} onToggle={() => setOpened(true)}>
      <summary>{words.prices}</summary>
      <p class="soft small">
        {fill(words.priceArea, {
          zone: market.zone,
          sek: formatNumber(computeMean(import_sek_per_kwh), state.lang, 2),
          sold: formatNumber(computeMean(export_sek_per_kwh), state.lang, 2),
        })}{' '}
        {fill(market.isByTheHour ? words.pricesHours : words.pricesMeans, {
          year: market.spotYear,
        })}
      </p>
      {wasOpened && gridCompany}
      {!hasList && <Tariff {...part} market={market} />}
      <p class="soft small">{words.costHint}</p>
      <StateNumber {...part} word="panelPerKw" />
      <StateNumber {...part} word="batteryFixed" />
      <StateNumber {...part} word="batteryPerKwh" />
      <Owners {...part} />
    </details>
  );
}

/** The grid's prices, as published until a person sets others. */
function Tariff({ market: { tariff, prices }, ...part }: TariffProps) {
  const { state, change, words } = part;
  const usualFeeOre = roundToHundredth(tariff.grid_fee.value * vatFactor(tariff.vat.value));
  const rows = [
    ['gridFee', tariff.grid_fee, usualFeeOre],
    ['powerCharge', tariff.power_charge, prices.peak_charge_sek_per_kw_month],
  ] as const;
  return (
    <>
      {rows.map(([word, published, usual]) => (
        <TariffNumber key={word} {...part} {...{ word, published, usual }} />
      ))}
      {(state.gridFeeOre !== null || state.powerChargeSek !== null) && (
        <button type="button" onClick={() => change({ gridFeeOre: null, powerChargeSek: null })}>
          {words.useUsual}
        </button>
      )}
    </>
  );
}

const TARIFF_NAMES = { gridFee: 'gridFeeOre', powerCharge: 'powerChargeSek' } as const;

interface TariffNumberProps extends Part {
  word: keyof typeof TARIFF_NAMES;
  published: MarketPart;
  /** The published value with VAT, in the field's unit. */
  usual: number;
}

function TariffNumber({ word, published, usual, state, change, words }: TariffNumberProps) {
  const name = TARIFF_NAMES[word];
  const own = state[name];
  const partOf = (value: number): Partial<Record<typeof name, number>> => ({ [name]: value });
  return (
    <>
      <NumberField
        label={words[word]}
        source={own === null ? describeSource(published, words) : words.yours}
        unit={words[`${word}Unit`]}
        value={own ?? usual}
        min={0}
        max={200}
        step={1}
        onNumber={(value, gesture) => change(partOf(roundToHundredth(value)), gesture)}
      />
      {own === null && (
        <p class="soft small" lang="en">
          {published.source}
        </p>
      )}
    </>
  );
}

/** Says how far the source of a published value is trusted, and when it was read. */
function describeSource({ trust, as_of }: MarketPart, words: Words['earnings']): string {
  return fill(words.published, { trust, day: as_of });
}

function Owners({ state, change, words }: Part) {
  return (
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
  );
}

function computeMean(table: number[][]): number {
  const values = table.flat();
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function roundToHundredth(value: number): number {
  return Math.round(100 * value) / 100;
}
