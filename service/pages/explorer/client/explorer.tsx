/** The explorer: a roof's place, its yield, and its earnings with a battery. */
import './explorer.css';
import { render } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { BATTERY_YEARS } from '#engine/economy/cash-flow.ts';
import { fill, formatLoss, formatNumber } from '../../messages/format.ts';
import type { NoAnswer } from '../../ui/keep-asking.ts';
import { readPageData } from '../../ui/page-data.ts';
import type { ExplorerData } from '../../ui/script-data.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import type { Meter } from '../meter/meter-input.tsx';
import type { ExplorerState, PartProps } from '../state.ts';
import { writeState } from '../url-state.ts';
import { startLocal } from '../worker/local-client.ts';
import type { RoofChance } from '../worker/roof-chance.ts';
import { Band } from './band.tsx';
import { Code } from './code.tsx';
import { Economy } from './economy.tsx';
import { House } from './house.tsx';
import { LaterPanels } from './later-panels.tsx';
import { Batteries, Verdicts } from './money.tsx';
import { PlaceBox, PlaceOnMap } from './place.tsx';
import { PlaneMap } from './plane-map.tsx';
import { Roof } from './roof.tsx';
import { useAddress } from './use-address.ts';
import { useFigures, useMatrix } from './use-figures.ts';
import { useLeftKwh } from './use-left-kwh.ts';
import { useRange } from './use-range.ts';
import { Yield, type YieldProps } from './yield.tsx';

type Words = ExplorerData['words'];

const page = readPageData<ExplorerData>();
const local = startLocal(page.localUrl, page.data);

/** What is not moved any more is looked at closer. */
const REST_MS = 350;

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

function Explorer({ lang, words, earnings, map, places, hasApi, ...urls }: ExplorerData) {
  const [state, change] = useAddress(lang);
  const [chosen, select] = useState(0);
  const [meter, setMeter] = useState<Meter | null>(null);
  const { matrix, usualLoss, problem } = useMatrix(state, local);
  const view = useFigures(state, meter?.year ?? null, local);
  const { figures, isFormer, market } = view;
  const range = useRange(view, local);
  const { roof, left, leftKwh } = useLeftKwh(state, matrix, local);
  const chance = useChance(state);
  // A sentence and its drawing are of one state, be it a former one.
  const seen = useRef<Omit<YieldProps, 'former' | 'reportUrl'> | null>(null);
  if (matrix && roof && left) seen.current = { state, change, words, matrix, roof, left, chance };
  // The HTML's sentences stay until this state's own figures replace them, which say the same.
  const first = page.first?.query === writeState(state) ? page.first : null;
  const selected = Math.min(chosen, state.faces.length - 1);
  const part = { state, change, words };
  const { surroundingsUrl } = urls;
  const roofPart = { ...part, selected, select, surroundingsUrl };
  const isOnItsWay = !matrix && (!problem || problem.reason === 'slow');
  const house = {
    state,
    change,
    words: earnings,
    market,
    meter,
    setMeter,
    local,
    usualLoss,
    ...urls,
  };
  return (
    <>
      <PlaceBox {...part} places={places} isSettled={figures !== null} />
      <section class="verdict" aria-label={words.verdict}>
        <p class="yields">
          {leftKwh === null
            ? (first?.yields ?? (problem && !isOnItsWay ? '' : words.waiting))
            : fill(words.roofGives, { kwh: formatNumber(leftKwh, lang) })}
        </p>
        <Verdicts words={earnings} view={view} first={first?.earns ?? null} />
        <Band words={earnings} view={view} range={range} />
      </section>
      <p role="alert" class="problem">
        {problem && describeProblem(problem, words)}
      </p>
      <Economy {...{ state, change }} words={earnings} />
      <p class="lead">{words.lead}</p>
      <div class="columns">
        <div class="stack">
          {matrix && seen.current && (
            <Yield
              {...seen.current}
              former={left ? '' : earnings.former}
              reportUrl={urls.reportUrl}
            />
          )}
          {(isOnItsWay || (matrix && !seen.current)) && <Room name="yield" title={words.yield} />}
          {map && <PlaceOnMap {...part} map={map} />}
        </div>
        <div class="stack">
          <Roof {...roofPart} />
          {matrix && roof && <PlaneMap {...roofPart} matrix={matrix} roof={roof} />}
          {isOnItsWay && <Room name="planes" title={words.planes} />}
        </div>
      </div>
      <div class="columns earnings">
        <House {...house} />
        <Batteries words={earnings} view={view} />
      </div>
      <LaterPanels {...{ words: earnings, view, local }} url={urls.laterUrl} />
      {figures && hasApi && <Code words={earnings} house={figures.house} local={local} />}
      <section class="panel" aria-labelledby="left-out">
        <h2 id="left-out">{words.leftOut}</h2>
        <LeftOut words={earnings} year={market?.spotYear ?? null} state={state} />
        <p>
          {fill(words.leftOutText, {
            loss: matrix ? formatLoss(matrix.input.system_loss, lang) : '',
          })}
        </p>
        <p class="soft small">
          <span class="attribution" lang="en">
            {matrix?.attribution}
          </span>{' '}
          <a href={urls.reportUrl}>{words.sources}</a>
        </p>
      </section>
      {leftKwh !== null && (
        <Total kwh={leftKwh} sek={figures && !isFormer ? figures.money.sunSek : null} part={part} />
      )}
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

/** Holds the place of a part that is on its way, so that the parts below do not move. */
function Room({ name, title }: { name: string; title: string }) {
  return (
    <section class={`panel room ${name}`} aria-label={title} aria-busy="true">
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

/** Finds how sure the yield of a roof is; null where the dataset does not say. */
function useChance(state: ExplorerState): RoofChance | null | 'on its way' {
  const { lat, lng, faces, systemLossPct } = state;
  const asked = useMemo(() => state, [lat, lng, faces, systemLossPct]);
  const { last } = useAnswer(asked, REST_MS, (roof) => local.chance(roof));
  return last?.key === asked ? last.body.chance : 'on its way';
}

function describeProblem({ reason, againS }: NoAnswer, words: Words): string {
  if (reason === 'outside') return words.outside;
  if (reason === 'slow') return words.slow;
  return againS === null ? words.failed : fill(words.failedAgain, { seconds: againS });
}

const root = document.querySelector('#explorer');
if (root) render(<Explorer {...page} />, root);
