import { useId } from 'preact/hooks';
import { BATTERY_YEARS } from '#engine/cash-flow.ts';
import { sumOf } from '#engine/deduction/rates.ts';
import type { PricedSystem } from '#engine/economy/priced-systems.ts';
import type { BatteryVerdict, HouseVerdict } from '#engine/economy/verdict.ts';
import { fill, formatNumber, formatYears } from '../../messages/format.ts';
import { writeBatteryLine } from '../../ui/battery-line.ts';
import type { NoAnswer } from '../../ui/retry.ts';
import type { StepProps } from './state.ts';
import { TryOut } from './try-out.tsx';
import type { Proposal } from './use-proposal.ts';

interface OfferProps extends StepProps {
  /** Null while they are computed for the first time. */
  offers: HouseVerdict | null;
  /** Whether the values have been changed since. */
  isStale: boolean;
  proposal: Proposal;
  again(): void;
}

/** Three systems, the price of the chosen one and its parts, and fields for other values. */
export function OfferStep({ data, chosen, change, offers, isStale, proposal, again }: OfferProps) {
  const { words, language } = data;
  const name = useId();
  if (proposal.problem || !offers)
    return <Fault {...{ words, again }} problem={proposal.problem} />;
  const { systems, battery, suggested } = offers;
  const whole = systems.find(({ kind }) => kind === chosen.system);
  // A battery that is chosen stays the one that was shown, whatever is changed afterwards.
  const choose = ({ kind, batteryKwh }: PricedSystem) =>
    change({ system: kind, ...(kind === 'solar' ? {} : { battery_kwh: batteryKwh }) });
  return (
    <>
      <fieldset class="offers" aria-busy={isStale}>
        <legend>{words.choose}</legend>
        {systems.map((offer) => (
          <label key={offer.kind} class="offer">
            <input
              type="radio"
              name={name}
              checked={offer.kind === chosen.system}
              onChange={() => choose(offer)}
            />
            <span>
              <strong>{words[offer.kind]}</strong>
              {offer === suggested && <span class="suggested">{words.suggested}</span>}
              <span class="soft">{describeParts(data, offer)}</span>
              {battery && offer.kind === (suggested?.kind ?? 'battery') && (
                <span class="soft">{describeBattery(data, battery, offer.kind)}</span>
              )}
            </span>
            <span class="money">
              <strong>{fill(words.sek, { sek: formatNumber(offer.netSek, language) })}</strong>
              <span>
                {fill(words.savesAYear, { sek: formatNumber(offer.savingSek, language) })}
                {`, ${formatPayback(data, offer.paybackYears)}`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {whole && <Price data={data} offer={whole} />}
      <TryOut data={data} chosen={chosen} change={change} batteryKwh={whole?.batteryKwh ?? 0} />
      <details>
        <summary>{words.assumes}</summary>
        <p>
          {words.assumesText} {data.hours === 'none' ? words.assumesMeans : words.assumesHours}
        </p>
      </details>
    </>
  );
}

type Row = [label: string, value: string, isPart?: boolean];

/** The parts of a system's price, its deduction by work and by person. */
function Price({ data, offer }: { data: StepProps['data']; offer: PricedSystem }) {
  const { words, language } = data;
  const { deduction } = offer;
  const sek = (amount: number) => fill(words.sek, { sek: formatNumber(amount, language) });
  const { solar_cells, storage, charging_point } = deduction.amountsSek;
  const classes: [label: string, amountSek: number][] = [
    [words.deductionSolar, solar_cells],
    [words.deductionStorage, storage],
    [words.deductionCharging, charging_point],
  ];
  const rows: Row[] = [
    [words.price, sek(offer.priceSek)],
    ...classes
      .filter(([, amountSek]) => amountSek > 0)
      .map(([label, amountSek]): Row => [label, sek(-amountSek), true]),
    ...deduction.parts.map(
      ({ applicant, sumSek }): Row => [
        fill(words.adult, { number: applicant + 1 }),
        sek(-sumSek),
        true,
      ],
    ),
    [words.toPay, sek(offer.netSek)],
    [words.paybackWithout, formatPayback(data, offer.paybackYearsWithoutDeduction)],
  ];
  const surplusSek = sumOf(deduction.surplusSek);
  return (
    <details>
      <summary>
        {fill(words.priceIs, {
          price: formatNumber(offer.priceSek, language),
          deduction: formatNumber(deduction.claimedSek, language),
        })}
      </summary>
      <dl>
        {rows.map(([label, value, isPart]) => (
          <div key={label} class={isPart ? 'part' : ''}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {surplusSek > 0 && (
        <p class="soft small">{fill(words.surplus, { sek: formatNumber(surplusSek, language) })}</p>
      )}
    </details>
  );
}

interface FaultProps {
  words: StepProps['data']['words'];
  /** Null while it is computed. */
  problem: NoAnswer | null;
  again(): void;
}

/** Explains why there are no figures, and what to do about it. */
function Fault({ words, problem, again }: FaultProps) {
  if (problem === null || problem.reason === 'slow') return <p role="status">{words.computing}</p>;
  const { reason, againS } = problem;
  if (reason === 'outside') return <p role="alert">{words.outside}</p>;
  if (reason === 'rateLimited' && againS !== null)
    return <p role="status">{fill(words.waiting, { seconds: Math.ceil(againS) })}</p>;
  return (
    <>
      <p role="alert">{words.failed}</p>
      <button type="button" onClick={again}>
        {words.again}
      </button>
    </>
  );
}

function describeParts({ words, language }: StepProps['data'], offer: PricedSystem): string {
  const { batteryKwh, chargerCount } = offer;
  if (batteryKwh === 0) return words.noBattery;
  const battery = fill(words.batteryIs, { kwh: formatNumber(batteryKwh, language) });
  return chargerCount > 0
    ? `${battery} · ${fill(words.chargerIs, { count: chargerCount })}`
    : battery;
}

/** Says of the battery what is the reason for the suggestion. @param kind the suggested system's */
function describeBattery(
  { words, language }: StepProps['data'],
  battery: BatteryVerdict,
  kind: PricedSystem['kind'],
): string {
  const { batteryPays, batteryLate, batteryOut, batteryNever } = words;
  const late = kind === 'battery' ? batteryLate : batteryOut;
  const texts = { batteryPays, batteryLate: late, batteryNever };
  return writeBatteryLine(battery, BATTERY_YEARS, texts, language);
}

function formatPayback({ words, language }: StepProps['data'], years: number | null): string {
  return years === null
    ? words.never
    : fill(words.paidBack, { years: formatYears(years, language, 'sentence') });
}
