import { useState } from 'preact/hooks';
import { fill, formatHundreds, formatNumber, formatYears } from '../../../messages/format.ts';
import { NumberField } from '../../../ui/number-field.tsx';
import type { Figures } from '../../answer/views.ts';
import { computeHouseVerdict } from '../../house-verdict.ts';
import { sumKwp } from '../../state.ts';
import { usePage } from '../../use-page.ts';
import allWords from './quote-words.json' with { type: 'json' };

/** The years asked for are at first this share of those that the quote takes. */
const SOONER_SHARE = 0.75;
/** A loan for a house without security, at about today's interest. Our assumption. */
const LOAN = { years: 10, ratePct: 6 };
const LOAN_YEARS = { min: 1, max: 30 };
const RATE_PCT = { min: 0, max: 20 };

/** A price that is this share of the quote's stands for none: panels of 0 SEK would be there already. */
const LEAST_SHARE = 0.01;
/** Prices are rounded down to this, SEK. */
const STEP_SEK = 100;
const MONTHS_PER_YEAR = 12;

/** The quote in the form: when it is paid off, at which price that would be sooner, and what a loan costs a month. */
export function Quote({ figures }: { figures: Figures }) {
  const { earnings } = usePage();
  const { state, money, verdict } = figures;
  const { chosen, panels, arePanelsBought, isSunInMeter } = verdict;
  const { lang, lifeYears } = state;
  const { priceSek, netSek, batteryKwh, paybackYears: years } = chosen;
  const words = allWords[lang];
  const sooner = Math.max(1, Math.round(SOONER_SHARE * (years ?? lifeYears)));
  const [typedYears, setYears] = useState<number | null>(null);
  const [loan, setLoan] = useState(LOAN);
  if (priceSek === 0) return <p>{words.noPrice}</p>;
  const wanted = Math.min(typedYears ?? sooner, lifeYears);
  const paybackAt = (share: number) => {
    const cheaper = {
      panelSekPerKwp: share * state.panelSekPerKwp,
      batteryFixedSek: share * state.batteryFixedSek,
      batterySekPerKwh: share * state.batterySekPerKwh,
    };
    const at = { ...state, ...cheaper, batteryKwh };
    return computeHouseVerdict(at, money, isSunInMeter).chosen.paybackYears;
  };
  const foundSek = findPriceSek(priceSek, wanted, paybackAt);
  const savesSek = chosen.savingSek - (arePanelsBought ? 0 : panels.savingSek);
  const kwp = sumKwp(state.faces);
  const sek = (value: number) => formatNumber(Math.round(value), lang);
  const system = batteryKwh
    ? fill(earnings.withBattery, { size: batteryKwh })
    : earnings.panelsOnly;
  return (
    <>
      <p class="soft small">
        {fill(words.quoted, {
          system,
          kw: formatNumber(kwp, lang, Number.isInteger(kwp) ? 0 : 1),
          sek: sek(priceSek),
        })}
      </p>
      <div class="numbers">
        <NumberField
          label={words.wanted}
          {...{ value: wanted, min: 1, max: lifeYears, decimals: 0 }}
          onNumber={setYears}
        />
        <NumberField
          label={words.loanYears}
          {...{ value: loan.years, ...LOAN_YEARS, decimals: 0 }}
          onNumber={(years) => setLoan({ ...loan, years })}
        />
        <NumberField
          label={words.loanRate}
          {...{ value: loan.ratePct, ...RATE_PCT, decimals: 1 }}
          onNumber={(ratePct) => setLoan({ ...loan, ratePct })}
        />
      </div>
      <div role="status">
        <p>
          <b>
            {years === null
              ? fill(words.never, { life: lifeYears })
              : fill(words.paid, { years: formatYears(years, lang, 'sentence') })}
          </b>{' '}
          {foundSek === null
            ? fill(words.atNoPrice, { years: wanted })
            : fill(words.wouldBe, { years: wanted, sek: sek(foundSek) })}
        </p>
        <p>
          {fill(words.loan, {
            sek: formatHundreds(netSek, lang),
            instalment: sek(computeInstalmentSek(netSek, loan.years, loan.ratePct / 100)),
            years: loan.years,
            saves: sek(savesSek / 12),
          })}
        </p>
      </div>
    </>
  );
}

/**
 * Finds the highest price at which a quote is paid off within years, SEK rounded down to hundreds.
 * @param paybackAt years at a share of the quoted price, null for none: never fewer at a higher share
 * @returns null if no price is low enough
 */
export function findPriceSek(
  quotedSek: number,
  years: number,
  paybackAt: (share: number) => number | null,
): number | null {
  const isPaid = (share: number) => (paybackAt(share) ?? Number.POSITIVE_INFINITY) <= years;
  let paid = LEAST_SHARE;
  if (!isPaid(paid)) return null;
  let unpaid = 2 * paid;
  while (isPaid(unpaid)) unpaid *= 2;
  while ((unpaid - paid) * quotedSek > 1) {
    const middle = (paid + unpaid) / 2;
    if (isPaid(middle)) paid = middle;
    else unpaid = middle;
  }
  return Math.floor((paid * quotedSek) / STEP_SEK) * STEP_SEK;
}

/** Computes the equal instalment of a month that pays a loan and its interest, SEK. @param interest a year's, as a share */
export function computeInstalmentSek(loanSek: number, years: number, interest: number): number {
  const months = years * MONTHS_PER_YEAR;
  const monthly = interest / MONTHS_PER_YEAR;
  return monthly === 0 ? loanSek / months : (loanSek * monthly) / (1 - (1 + monthly) ** -months);
}
