/** The explorer: a roof's place, its yield, and its earnings with a battery. */
import './explorer.css';
import { render } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { BATTERY_YEARS } from '#engine/economy/cash-flow.ts';
import type { ExplorerData } from '../shared/script-data.ts';
import type { ExplorerState, PartProps } from '../shared/state.ts';
import { fill, formatLoss, formatNumber } from '../shared/text.ts';
import { readState } from '../shared/url-state.ts';
import { type Api, createApi } from './api.ts';
import { Code } from './explorer/code.tsx';
import { useEngine } from './explorer/engine-client.ts';
import { House } from './explorer/house.tsx';
import { Batteries, Verdicts } from './explorer/money.tsx';
import { PlacePart } from './explorer/place.tsx';
import { PlaneMap } from './explorer/plane-map.tsx';
import { YearRange } from './explorer/range.tsx';
import { buildSeriesRequest, readSystemLoss } from './explorer/requests.ts';
import { Roof } from './explorer/roof.tsx';
import { computeLeftKwh, computeRoofYield, type PlaceMatrix } from './explorer/roof-yield.ts';
import { TypicalDay } from './explorer/typical-day.tsx';
import { useAddress } from './explorer/use-address.ts';
import { useAnswer } from './explorer/use-answer.ts';
import { useChance } from './explorer/use-chance.ts';
import { useMoney } from './explorer/use-money.ts';
import { Yield } from './explorer/yield.tsx';
import type { NoAnswer } from './keep-asking.ts';
import type { Meter } from './meter/meter-input.tsx';
import type { ReckonedRoof } from './meter/roof-log.tsx';
import { readPageData } from './page-data.ts';

type Words = ExplorerData['words'];

/** A place that is moved is asked for when it rests: the API gives ten such answers a minute. */
const REST_MS = 350;

const page = readPageData<ExplorerData>();
const api = askAhead(createApi(), readState(location.search, page.lang));

/** Effects that the figures leave out, the heaviest first. */
const LEFT_OUT = [
  'leftOut_horizon',
  'leftOut_snow',
  'leftOut_years',
  'leftOut_ageing',
  'leftOut_prices',
  'leftOut_income',
  'leftOut_minutes',
  'leftOut_tax',
  'leftOut_protection',
] as const;

function Explorer({ lang, words, earnings, map, places, engineUrl, ...urls }: ExplorerData) {
  const [state, change] = useAddress(lang);
  const [chosen, select] = useState(0);
  const { matrix, problem } = useMatrix(state);
  const selected = Math.min(chosen, state.faces.length - 1);
  const roof = useMemo(
    () => matrix && computeRoofYield(matrix.monthly_kwh_kwp, state.faces),
    [matrix, state.faces],
  );
  const isOnItsWay = !matrix && !problem;
  const [meter, setMeter] = useState<Meter | null>(null);
  const engine = useEngine(engineUrl);
  const view = useMoney(state, meter?.year ?? null, page.hours, api, engine);
  const chance = useChance(state, api, view.money !== null || view.problem !== null);
  const isSunInMeter = Boolean(meter?.year.exportKwh);
  const money = { state, words: earnings, view, isSunInMeter };
  const { market, question } = view;
  const isByTheHour = question?.request.prices?.resolution === 'hourly';
  const prices = { market, isByTheHour };
  const usualLoss = matrix?.model.system_loss_default ?? null;
  const log = { reckoned: view.roof, usualLoss, ...urls };
  const house = { state, change, words: earnings, ...prices, meter, setMeter, api, ...log };
  const part = { state, change, words };
  const { surroundingsUrl } = urls;
  const roofPart = { ...part, selected, select, surroundingsUrl };
  const leftKwh = roof && computeLeftKwh(roof, state, readHours(view.roof, state));
  return (
    <>
      <section class="verdict" aria-label={words.verdict}>
        <p>
          {leftKwh === null
            ? words.waiting
            : fill(words.roofGives, { kwh: formatNumber(leftKwh, lang) })}
        </p>
        <Verdicts {...money} />
      </section>
      <p role="alert" class="problem">
        {problem && describeProblem(problem, words)}
      </p>
      <div class="columns">
        <PlacePart {...part} map={map} places={places} isSettled={view.money !== null} />
        {matrix && roof && (
          <Yield {...part} matrix={matrix} roof={roof} leftKwh={leftKwh} chance={chance} />
        )}
        {isOnItsWay && <Room name="yield" title={words.yield} />}
        <Roof {...roofPart} />
        {matrix && roof && <PlaneMap {...roofPart} matrix={matrix} roof={roof} />}
        {isOnItsWay && <Room name="planes" title={words.planes} />}
      </div>
      <div class="columns earnings">
        <House {...house} />
        <Batteries {...money} />
        {engine && !question?.plain && <TypicalDay {...money} engine={engine} />}
        {engine && !question?.plain && !isSunInMeter && (
          <YearRange state={state} words={earnings} view={view} engine={engine} api={api} />
        )}
      </div>
      {view.question && (
        <Code words={earnings} question={view.question} hasMeter={meter !== null} />
      )}
      <section class="panel" aria-labelledby="left-out">
        <h2 id="left-out">{words.leftOut}</h2>
        <LeftOut words={earnings} year={view.market?.model.spot_year ?? null} state={state} />
        <p>
          {fill(words.leftOutText, {
            loss: matrix ? formatLoss(matrix.input.system_loss, lang) : '',
          })}
        </p>
        <p class="soft small">
          {matrix?.attribution} <a href={`/data?l=${state.lang}`}>{words.sources}</a>
        </p>
      </section>
      {leftKwh !== null && <Total kwh={leftKwh} sek={view.money?.sunSek ?? null} part={part} />}
    </>
  );
}

interface LeftOutProps {
  words: ExplorerData['earnings'];
  /** Year of the prices; null until they have come. */
  year: number | null;
  state: ExplorerState;
}

/** The list of effects that are not counted. */
function LeftOut({ words, year, state }: LeftOutProps) {
  const counted: Partial<Record<(typeof LEFT_OUT)[number], boolean>> = {
    leftOut_snow: state.snowPct !== null,
    leftOut_horizon: state.horizonDeg !== null || state.shadingPct !== null,
  };
  return (
    <ul>
      {LEFT_OUT.filter((name) => !counted[name]).map((name) => (
        <li key={name}>{fill(words[name], { year: year ?? '…', life: BATTERY_YEARS })}</li>
      ))}
    </ul>
  );
}

/** Reads the roof's hours where a horizon needs them, if those that came last are of this very roof. */
function readHours(last: ReckonedRoof | null, state: ExplorerState): readonly number[] | null {
  if (!last || !state.horizonDeg) return null;
  const isOfState = JSON.stringify(last.request) === JSON.stringify(buildSeriesRequest(state));
  return isOfState ? last.hourlyKwh : null;
}

/** Holds the place of a part that is on its way, so that the parts below do not move. */
function Room({ name, title }: { name: string; title: string }) {
  return (
    <section class={`panel ${name}`} aria-label={title} aria-busy="true">
      <h2>{title}</h2>
    </section>
  );
}

interface TotalProps {
  kwh: number;
  /** Null if not known yet. */
  sek: number | null;
  part: PartProps<Words>;
}

/** The figures in short, kept in view on a phone while the roof is set; a screen reader has the sentences above. */
function Total({ kwh, sek, part: { state, words } }: TotalProps) {
  return (
    <p class="total" aria-hidden="true">
      <strong>{fill(words.totalKwh, { kwh: formatNumber(kwh, state.lang) })}</strong>
      {sek !== null && (
        <strong>{fill(words.totalSek, { sek: formatNumber(sek, state.lang) })}</strong>
      )}
    </p>
  );
}

/** The matrix of a place, asked for once it rests there; until it comes, that of the place before. */
function useMatrix(state: ExplorerState) {
  const { lat, lng } = state;
  const loss = readSystemLoss(state);
  const place = useMemo(() => ({ lat, lng, loss }), [lat, lng, loss]);
  const { last, problem } = useAnswer(place, REST_MS, async (at, signal) => {
    return (await api.matrix(at.lat, at.lng, at.loss, signal)).body as PlaceMatrix;
  });
  return { matrix: last?.body ?? null, problem };
}

function describeProblem({ reason, againS }: NoAnswer, words: Words): string {
  if (reason === 'outside') return words.outside;
  const isCrowded = reason === 'crowded' && againS !== null;
  return isCrowded ? fill(words.wait, { seconds: againS }) : words.failed;
}

const root = document.querySelector('#explorer');
if (root) render(<Explorer {...page} />, root);

/** Asks for the answers of a state at once: they are on their way while the page is drawn. */
function askAhead(api: Api, state: ExplorerState): Api {
  const { lat, lng } = state;
  return {
    ...api,
    matrix: callAhead(api.matrix, lat, lng, readSystemLoss(state)),
    market: callAhead(api.market, lat, lng, page.hours === 'listed'),
    series: callAhead(api.series, buildSeriesRequest(state)),
  };
}

/** Calls now, and gives that answer to the first call with equal arguments. */
function callAhead<Args extends unknown[], Answer>(
  call: (...args: Args) => Promise<Answer>,
  ...args: Args
): typeof call {
  const key = JSON.stringify(args);
  let early: Promise<Answer> | null = call(...args);
  // The caller gets the error.
  early.catch(() => {});
  return (...laterArgs) => {
    const isSame = JSON.stringify(laterArgs.slice(0, args.length)) === key;
    const answer = early && isSame ? early : call(...laterArgs);
    early = null;
    return answer;
  };
}
