import { useState } from 'preact/hooks';
import { soonestBattery } from '#engine/economy/verdict.ts';
import { fill, formatNumber, listMonths } from '../../../messages/format.ts';
import type { Words } from '../../../messages/messages.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { drawLineSign, drawPlainSign, Legend } from '../../answer/legend.tsx';
import { Stale } from '../../answer/stale.tsx';
import { ValueTable } from '../../answer/value-table.tsx';
import type { Figures } from '../../answer/views.ts';
import type { ExplorerState } from '../../state.ts';
import { usePage } from '../../use-page.ts';
import { useHouseWith } from '../use-system.ts';
import { computeMeanDay, type Day, drawDay } from './day-chart.ts';

const JUNE = 5;

/** While a slider moves the figures come first. */
const REST_MS = 350;

/**
 * The mean day of a month in the house, with a battery of the comparison or none: until one is chosen here, the page's or
 * the one that pays back first.
 */
export function TypicalDay({ figures, isStale }: { figures: Figures; isStale: boolean }) {
  const { earnings: words, local } = usePage();
  const { lang } = figures.state;
  const { batteries } = figures.verdict;
  const [month, choose] = useState(JUNE);
  const [chosenKwh, chooseKwh] = useState<number | null>(null);
  const shownKwh = chosenKwh ?? figures.state.batteryKwh ?? soonestBattery(batteries)?.kwh;
  const battery = batteries.find(({ kwh }) => kwh === shownKwh) ?? null;
  const request = useHouseWith(isStale ? null : figures.house, battery);
  // Until the days of this battery have come, those of the previous one stay.
  const { last } = useAnswer(request, REST_MS, ([house, battery]) => local.days(house, battery));
  if (!last) return null;
  const { body: days, key } = last;
  const months = listMonths(lang);
  const day = computeMeanDay(days, month);
  return (
    <section class="typical-day" aria-label={words.day}>
      <p class="choices">
        <label>
          {words.meanDay} <b>{months[month]}</b>{' '}
          <input
            type="range"
            max={months.length - 1}
            value={month}
            aria-valuetext={months[month]}
            onInput={({ currentTarget: { value } }) => choose(Number(value))}
          />
        </label>{' '}
        <label>
          {words.battery}{' '}
          <select
            value={battery?.kwh ?? 0}
            onChange={(event) => chooseKwh(Number(event.currentTarget.value))}
          >
            <option value={0}>{words.noBattery}</option>
            {batteries.map(({ kwh }) => (
              <option key={kwh} value={kwh}>
                {`${kwh} kWh`}
              </option>
            ))}
          </select>
        </label>
      </p>
      <Stale isStale={isStale || key[0] !== figures.house}>
        <p>{describeDay(day, months[month], words, lang)}</p>
        <Legend
          signs={[
            [words.sun, drawPlainSign('day-sun')],
            [words.load, drawLineSign('day-load')],
            ...(battery ? [[words.dayBattery, drawPlainSign('day-battery')] as const] : []),
          ]}
        />
        <p class="soft small">{words.dayPower}</p>
        <DayPicture day={day} />
        {battery && days.possibleSek > 0 && (
          <p class="small">
            {fill(words.possible, {
              percent: formatNumber((100 * days.savesSek) / days.possibleSek, lang),
            })}
          </p>
        )}
        <details>
          <summary>{words.dayTable}</summary>
          <DayTable day={day} />
        </details>
      </Stale>
    </section>
  );
}

function describeDay(
  day: Day,
  month: string,
  words: Words['earnings'],
  lang: ExplorerState['lang'],
): string {
  const most = (series: ArrayLike<number>) => {
    const values = Array.from(series);
    const value = Math.max(...values);
    return { hour: values.indexOf(value), value };
  };
  const [sun, load, price] = [day.sunKw, day.loadKw, day.priceSekPerKwh].map(most);
  return fill(words.dayLabel, {
    month,
    sunHour: sun.hour,
    sun: formatNumber(sun.value, lang, 1),
    loadHour: load.hour,
    load: formatNumber(load.value, lang, 1),
    priceHour: price.hour,
    price: formatNumber(price.value, lang, 2),
  });
}

function DayPicture({ day }: { day: Day }) {
  const { state, earnings: words } = usePage();
  const format = (value: number, decimals: number) => formatNumber(value, state.lang, decimals);
  const picture = drawDay(day, format, words.dayPower);
  return <div class="bars" dangerouslySetInnerHTML={{ __html: picture }} />;
}

function DayTable({ day }: { day: Day }) {
  const { state, earnings: words } = usePage();
  const columns = [
    [words.sun, day.sunKw],
    [words.load, day.loadKw],
    [words.charge, day.chargeKw],
    [words.discharge, day.dischargeKw],
    [words.price, day.priceSekPerKwh],
  ] as const;
  const format = (values: ArrayLike<number>) =>
    Array.from(values, (value) => formatNumber(value, state.lang, 2));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways on a phone
    <section class="wide" tabIndex={0} aria-label={words.dayTable}>
      <ValueTable
        head={words.hour}
        rows={Array.from(day.sunKw, (_, hour) => String(hour))}
        columns={columns.map(([name, values]) => [name, format(values)])}
      />
    </section>
  );
}
