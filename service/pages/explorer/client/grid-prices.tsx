import { useMemo, useState } from 'preact/hooks';
import { vatFactor } from '#engine/money.ts';
import { roundTo } from '#engine/round.ts';
import { mean } from '#engine/statistics.ts';
import type { MarketPart } from '../../../../schemas/types.ts';
import { fill, formatMonths, formatNumber } from '../../messages/format.ts';
import { nameMunicipality } from '../../ui/nearest-place.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { OWN } from '../url-state.ts';
import { usePage } from '../use-page.ts';
import type { PlaceMarket } from '../worker/place-market.ts';
import { Later } from './later.tsx';
import { usePlaceList } from './place.tsx';

interface GridPricesProps {
  market: PlaceMarket;
  /** Whether the page's first answers are there. */
  isSettled: boolean;
}

/** Prices of electricity here: the area's, and the grid's, by a company's list or as published. */
export function GridPrices({ market, isSettled }: GridPricesProps) {
  const { state, earnings: words, local } = usePage();
  const hasList = state.gridTariff !== null;
  const { lat, lng } = state;
  const list = usePlaceList(isSettled);
  const municipality = useMemo(
    () => (list ? nameMunicipality(list, lat, lng) : ''),
    [list, lat, lng],
  );
  // A list that the address names is shown. Later the reader opens and closes.
  const [isOpen] = useState(hasList);
  const [wasOpened, setOpened] = useState(hasList);
  const { answer: lists } = useAnswer(wasOpened ? state.lang : null, 0, async (lang) => {
    const all = await local.tariffs();
    return lang === 'sv' && all ? all.map((await import('./swedish-texts.ts')).swedishList) : all;
  });
  const chosen = lists?.find(({ id }) => id === state.gridTariff);
  const { import_sek_per_kwh, export_sek_per_kwh } = market.prices;
  return (
    <details class="grid-fold" open={isOpen} onToggle={() => setOpened(true)}>
      <summary>
        {fill(words.gridOpen, { company: hasList ? (chosen?.company ?? '…') : words.gridNone })}
      </summary>
      <p class="soft small">
        {fill(words.priceArea, {
          zone: market.zone,
          sek: formatNumber(mean(import_sek_per_kwh.flat()), state.lang, 2),
          sold: formatNumber(mean(export_sek_per_kwh.flat()), state.lang, 2),
        })}{' '}
        {fill(market.isByTheHour ? words.pricesHours : words.pricesMeans, {
          year: formatMonths(market.spot.months, state.lang),
        })}
      </p>
      {wasOpened && <Later name="GridCompany" props={{ lists, municipality }} />}
      {!hasList && <Tariff {...{ market, wasOpened }} />}
    </details>
  );
}

/** The grid's prices, as published until a person sets others. */
function Tariff({
  market: { tariff, prices },
  wasOpened,
}: Pick<GridPricesProps, 'market'> & { wasOpened: boolean }) {
  const { state, change, earnings: words } = usePage();
  const usualFeeOre = roundTo(tariff.grid_fee.value * vatFactor(tariff.vat.value), 2);
  const rows = [
    ['gridFee', tariff.grid_fee, usualFeeOre],
    ['powerCharge', tariff.power_charge, prices.peak_charge_sek_per_kw_month],
  ] as const;
  return (
    <>
      {rows.map(([word, published, usual]) => (
        <TariffNumber key={word} {...{ word, published, usual, wasOpened }} />
      ))}
      {(state.gridFeeOre !== null || state.powerChargeSek !== null) && (
        <button type="button" onClick={() => change({ gridFeeOre: null, powerChargeSek: null })}>
          {words.useUsual}
        </button>
      )}
    </>
  );
}

/** The grid's prices by their words, with the bounds that the address has. */
const TARIFF_FIELDS = { gridFee: OWN.fee, powerCharge: OWN.peak };

interface TariffNumberProps {
  word: keyof typeof TARIFF_FIELDS;
  published: MarketPart;
  /** The published value with VAT, in the field's unit. */
  usual: number;
  /** Whether the source can be seen, whose Swedish form is loaded then. */
  wasOpened: boolean;
}

function TariffNumber({ word, published, usual, wasOpened }: TariffNumberProps) {
  const { state, change, earnings: words } = usePage();
  const { key, min, max, decimals } = TARIFF_FIELDS[word];
  const own = state[key];
  const { answer: source } = useAnswer(wasOpened ? state.lang : null, 0, async (lang) =>
    lang === 'sv'
      ? (await import('./swedish-texts.ts')).inSwedish(published.source)
      : published.source,
  );
  const partOf = (value: number): Partial<Record<typeof key, number>> => ({ [key]: value });
  return (
    <>
      <NumberField
        label={words[word]}
        unit={words[`${word}Unit`]}
        value={own ?? usual}
        {...{ min, max, decimals }}
        onNumber={(value, gesture) => change(partOf(value), gesture)}
      />
      {own === null && <p class="soft small">{source}</p>}
    </>
  );
}
