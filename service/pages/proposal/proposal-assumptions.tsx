import { CAP_SEK, TURNKEY_PERMILLE } from '#engine/deduction/rates.ts';
import { WARRANTY } from '#engine/economy/warranty.ts';
import { fill, formatNumber } from '../messages/format.ts';
import { describeAgeing, formatDay, formatShort, type PartProps } from './proposal-text.ts';

/** The inputs and their sources. */
export function Assumptions({ words, proposal }: PartProps) {
  const { language, state, prices, datasetToday } = proposal;
  const { use, result, deduction, dataset } = state;
  const number = (value: number) => formatShort(value, language);
  const persons = deduction.adults === 1 ? words.person : words.persons;
  const yieldText = datasetToday === null ? words.aYieldValue : words.aYieldToday;
  return (
    <section class="panel" aria-labelledby="assumptions">
      <h2 id="assumptions">{words.assumptions}</h2>
      <dl class="assumptions">
        <dt>{words.aYield}</dt>
        <dd>
          {fill(yieldText, { dataset, today: datasetToday ?? '' })}
          <small>
            {words.aYieldSource} <a href={`/data?l=${language}`}>{words.dataLink}</a>
          </small>
        </dd>
        <dt>{fill(words.aPrices, { zone: result.zone })}</dt>
        <dd>
          {fill(words.aPricesValue, {
            buy: formatNumber(result.import_ore, language),
            sell: formatNumber(result.export_ore, language),
          })}
          <small>
            {result.hours_of
              ? fill(words.aPricesHours, { year: result.hours_of })
              : words.aPricesMeans}{' '}
            {words.aPricesSource} <a href={prices}>{words.aPricesLink}</a>
          </small>
        </dd>
        <dt>{words.aHouse}</dt>
        <dd>
          {fill(use.ev_km_per_day > 0 ? words.aHouseValueEv : words.aHouseValue, {
            kwh: number(use.yearly_kwh),
            km: use.ev_km_per_day,
          })}
          <small>{words.aHouseSource}</small>
        </dd>
        <dt>{words.aDeduction}</dt>
        <dd>
          {fill(words.aDeductionValue, {
            date: formatDay(new Date(deduction.paid_on), language),
            count: deduction.adults,
            persons,
            cap: number(CAP_SEK),
          })}
          <small>
            {fill(words.aDeductionSource, { source: proposal.figures.deductionSource })}{' '}
            {fill(words.aTurnkeySource, { turnkey: number(TURNKEY_PERMILLE / 10) })}
          </small>
        </dd>
        <dt>{words.aLoss}</dt>
        <dd>
          {words.aLossValue}
          <small>{words.aLossSource}</small>
        </dd>
        {state.batteries.length > 0 && (
          <>
            <dt>{words.aBattery}</dt>
            <dd>
              {fill(words.aBatteryValue, describeAgeing(state, language))}
              <small>
                {fill(words.aBatterySource, {
                  warranty: WARRANTY.years,
                  cycles: number(WARRANTY.cycles),
                })}
              </small>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
