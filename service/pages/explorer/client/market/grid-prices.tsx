import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import { vatFactor } from '#engine/money.ts';
import { roundTo } from '#engine/round.ts';
import { mean } from '#engine/statistics.ts';
import type { GridTariff } from '../../../../../schemas/types.ts';
import { fill, formatMonths, formatNumber } from '../../../messages/format.ts';
import { nameMunicipality } from '../../../ui/nearest-place.ts';
import { usePage } from '../../use-page.ts';
import { usePlaces } from '../place.tsx';
import { StateNumber } from '../state-number.tsx';
import { GridCompany } from './grid-company.tsx';
import { type Market, useMarket } from './use-market.ts';

/**
 * Prices of electricity here: the area's, and the grid's, by a company's list or as published.
 * @param lists all price lists. Null until they have come
 */
export function GridPrices({ lists }: { lists: GridTariff[] | null }) {
  const { state, earnings: words } = usePage();
  const { lat, lng } = state;
  const places = usePlaces(true);
  const municipality = useMemo(
    () => (places ? nameMunicipality(places.list, lat, lng) : ''),
    [places, lat, lng],
  );
  const market = useMarket();
  if (!market) return <div aria-busy="true" />;
  const { import_sek_per_kwh, export_sek_per_kwh } = market.prices;
  return (
    <>
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
      <GridCompany {...{ lists, municipality }} />
      {state.gridTariff === null && <Tariff market={market} />}
    </>
  );
}

/** The grid's prices, as published until a person sets others. */
function Tariff({ market: { tariff, prices, translate } }: { market: Market }) {
  const { state, change, earnings: words } = usePage();
  const usualFeeOre = roundTo(tariff.grid_fee.value * vatFactor(tariff.vat.value), 2);
  const rows = [
    ['gridFee', 'gridFeeOre', tariff.grid_fee, usualFeeOre],
    ['powerCharge', 'powerChargeSek', tariff.power_charge, prices.peak_charge_sek_per_kw_month],
  ] as const;
  return (
    <>
      {rows.map(([word, key, published, usual]) => (
        <Fragment key={word}>
          <StateNumber {...{ word, usual }} />
          {state[key] === null && <p class="soft small">{translate(published.source)}</p>}
        </Fragment>
      ))}
      {(state.gridFeeOre !== null || state.powerChargeSek !== null) && (
        <button type="button" onClick={() => change({ gridFeeOre: null, powerChargeSek: null })}>
          {words.useUsual}
        </button>
      )}
    </>
  );
}
