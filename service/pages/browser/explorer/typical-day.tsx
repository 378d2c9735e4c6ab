import { useMemo, useState } from 'preact/hooks';
import type { ExplorerState } from '../../shared/state.ts';
import { fill, formatDate, formatNumber, listMonths } from '../../shared/text.ts';
import type { Words } from '../../shared/words.ts';
import type { House } from '../local/local-calls.ts';
import type { Local } from '../local/local-client.ts';
import { type BatteryCell, selectBestCells } from '../local/money-answer.ts';
import { useAnswer } from '../use-answer.ts';
import { type Day, drawDay } from './charts/day-chart.ts';
import { computeMeanDay, findOwnDays, OWN_DAYS, type OwnDay, selectDay } from './house-days.ts';
import { drawLineSign, drawPlainSign, drawStripedSign, Legend, type Sign } from './legend.tsx';
import { Former } from './money.tsx';
import type { Figures } from './use-figures.ts';

const JUNE = 5;

/** While a slider moves the figures come first. */
const REST_MS = 350;

interface DayProps {
  words: Words['earnings'];
  figures: Figures;
  isFormer: boolean;
  /** The battery that is shown until another is chosen, kWh; 0 is none. */
  usualKwh: number;
  local: Local;
}

/** What is shown: the mean day of a month, or a day of its own. */
type Shown = number | OwnDay;

/** A day in the house, typical of a month or one of its own, with a battery of the comparison or none. */
export function TypicalDay({ words, figures, isFormer, usualKwh, local }: DayProps) {
  const { lang } = figures.house.state;
  const [chosen, choose] = useState<Shown>(JUNE);
  const [chosenKwh, chooseKwh] = useState<number | null>(null);
  const cells = selectBestCells(figures.money);
  const cell = cells.find(({ sizeKwh }) => sizeKwh === (chosenKwh ?? usualKwh)) ?? null;
  const last = useDays(local, isFormer ? null : figures.house, cell);
  if (!last) return null;
  const { body: days, key } = last;
  const own = days.daySek && listOwnDays(days.daySek, words, lang);
  // Without a battery no day is its best.
  const shown = typeof chosen === 'number' || own ? chosen : JUNE;
  const picked = own?.find(({ name }) => name === shown);
  const month = typeof shown === 'number' ? shown : JUNE;
  const months = listMonths(lang);
  const day = picked ? selectDay(days, picked.day) : computeMeanDay(days, month);
  return (
    <section class="panel typical-day" aria-labelledby="day">
      <h2 id="day">{words.day}</h2>
      <p class="choices">
        <label>
          {words.shownDay}{' '}
          <select
            value={shown}
            onChange={({ currentTarget: { value } }) =>
              choose(OWN_DAYS.find((name) => name === value) ?? Number(value))
            }
          >
            <optgroup label={words.meanDays}>
              {months.map((name, index) => (
                <option key={name} value={index}>
                  {name}
                </option>
              ))}
            </optgroup>
            {own && (
              <optgroup label={words.ownDays}>
                {own.map(({ name, text }) => (
                  <option key={name} value={name}>
                    {text}
                  </option>
                ))}
              </optgroup>
            )}
          </select>
        </label>{' '}
        <label>
          {words.battery}{' '}
          <select
            value={cell?.sizeKwh ?? 0}
            onChange={(event) => chooseKwh(Number(event.currentTarget.value))}
          >
            <option value={0}>{words.noBattery}</option>
            {cells.map(({ sizeKwh }) => (
              <option key={sizeKwh} value={sizeKwh}>
                {`${sizeKwh} kWh`}
              </option>
            ))}
          </select>
        </label>
      </p>
      <Former isFormer={isFormer || key.house !== figures.house} words={words}>
        <p class="soft small">{picked ? words.ownUnit : words.dayUnit}</p>
        <Legend signs={listSigns(words, cell !== null, day.spread !== null)} />
        <DayPicture
          day={day}
          label={describeDay(day, picked?.text ?? months[month], words, lang)}
          words={words}
          lang={lang}
        />
        {cell && days.possibleSek > 0 && (
          <p class="small">
            {fill(words.possible, {
              percent: formatNumber((100 * days.savesSek) / days.possibleSek, lang),
            })}
          </p>
        )}
        <details>
          <summary>{words.dayTable}</summary>
          <DayTable day={day} words={words} lang={lang} />
        </details>
      </Former>
    </section>
  );
}

/** Computes the days of the battery that is shown; until they have come, those of the one before stay. */
function useDays(local: Local, house: House | null, cell: BatteryCell | null) {
  const [sizeKwh, strategy] = [cell?.sizeKwh ?? 0, cell?.strategy ?? 'self_consumption'];
  const asked = useMemo(
    () => house && { house, battery: { sizeKwh, strategy } as const },
    [house, sizeKwh, strategy],
  );
  const { last } = useAnswer(asked, REST_MS, ({ house, battery }) => local.days(house, battery));
  return last;
}

/** Lists the battery's best day, one in the middle and its worst, with what it saves on each. */
function listOwnDays(
  daySek: Float64Array,
  words: Words['earnings'],
  lang: ExplorerState['lang'],
): { name: OwnDay; day: number; text: string }[] {
  const days = findOwnDays(daySek);
  return OWN_DAYS.map((name) => {
    const day = days[name];
    const date = formatDate(day, lang);
    const text = fill(words[`${name}Day`], { date, sek: formatNumber(daySek[day], lang, 2) });
    return { name, day, text };
  });
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

interface PictureProps {
  day: Day;
  label: string;
  words: Words['earnings'];
  lang: ExplorerState['lang'];
}

function DayPicture({ day, label, words, lang }: PictureProps) {
  const titles = { power: words.dayPower, price: words.dayPrice, hour: words.dayHour, label };
  const picture = drawDay(day, (value, decimals) => formatNumber(value, lang, decimals), titles);
  return <div class="bars" dangerouslySetInnerHTML={{ __html: picture }} />;
}

/** Lists the marks of the drawing. */
function listSigns(words: Words['earnings'], hasBattery: boolean, hasSpread: boolean): Sign[] {
  return [
    [words.sun, drawPlainSign('day-sun')],
    [words.load, drawLineSign('day-load')],
    ...(hasBattery
      ? ([
          [words.charge, drawPlainSign('day-charge')],
          [words.discharge, drawStripedSign('day-discharge')],
        ] as const)
      : []),
    ...(hasSpread ? [[words.mostDays, drawPlainSign('day-spread')] as const] : []),
  ];
}

function DayTable({ day, words, lang }: Omit<PictureProps, 'label'>) {
  const columns = [
    [words.sun, day.sunKw],
    [words.load, day.loadKw],
    [words.charge, day.chargeKw],
    [words.discharge, day.dischargeKw],
    [words.price, day.priceSekPerKwh],
    ...(day.spread
      ? ([
          [words.priceLow, day.spread.priceSekPerKwh.low],
          [words.priceHigh, day.spread.priceSekPerKwh.high],
        ] as const)
      : []),
  ] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls sideways on a phone
    <section class="wide" tabIndex={0} aria-label={words.dayTable}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.hour}</th>
            {columns.map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from(day.sunKw, (_, hour) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              {columns.map(([name, values]) => (
                <td key={name}>{formatNumber(values[hour], lang, 2)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
