import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { fill } from '../../messages/format.ts';
import type { PageMap } from '../../ui/draw-map.ts';
import { findHere, MapLegend, PlaceMap } from '../../ui/place-map.tsx';
import { useAnswer } from '../../ui/use-answer.ts';
import { formatSpan } from '../answer/verdict.ts';
import type { Figures, FiguresView } from '../answer/views.ts';
import { computeHouseVerdict } from '../house-verdict.ts';
import { usePage } from '../use-page.ts';

/** Places at both ends of the sun's range, and one to take the place of a near one. */
const ELSEWHERE = [
  { name: 'Visby', lat: 57.64, lng: 18.3 },
  { name: 'Kiruna', lat: 67.86, lng: 20.23 },
  { name: 'Malmö', lat: 55.6, lng: 13 },
] as const;
const COMPARED = 2;

/** A place this near is the house's own, degrees. */
const NEAR_DEG = 0.5;

/** The figures of the house itself come first. */
const REST_MS = 600;

/** The house on the map of the country, which moves it, and when the same house pays back in other places. */
export function Country({ map, view }: { map: PageMap; view: FiguresView }) {
  const { state, change, words } = usePage();
  const [notice, setNotice] = useState('');
  const go = (lat: number, lng: number) => change({ lat, lng });
  const goHere = () => {
    setNotice('');
    findHere(go, () => setNotice(words.hereFailed));
  };
  return (
    <>
      <Elsewhere view={view} />
      <PlaceMap map={map} at={state} words={words} go={go} />
      {'geolocation' in navigator && (
        <button type="button" onClick={goHere}>
          {words.here}
        </button>
      )}
      <p role="status">{notice}</p>
      <MapLegend map={map} language={state.lang} words={words} />
    </>
  );
}

/** One sentence of real figures, which are computed when it is first seen. */
function Elsewhere({ view: { figures, isStale } }: { view: FiguresView }) {
  const { words, earnings, local } = usePage();
  const { ref, wasSeen } = useSeen();
  // A meter that has the sun in it describes a roof of its own place.
  const house = wasSeen && !isStale && figures && !figures.verdict.isSunInMeter ? figures : null;
  const requested = useMemo(() => house && listElsewhere(house), [house?.house]);
  const { last } = useAnswer(requested, REST_MS, (places) =>
    local.elsewhere(places.map(({ house }) => house)),
  );
  const text =
    figures && last && last.key === requested
      ? last.body.map((money, at) => {
          const { name, state } = last.key[at];
          const of = { ...figures.state, ...state, batteryKwh: figures.verdict.chosen.batteryKwh };
          const { paybackYears: years } = computeHouseVerdict(of, money.money, false).chosen;
          const { lifeYears, lang } = figures.state;
          return fill(at === 0 ? words.elsewhere : words.elsewhereToo, {
            place: name,
            years: formatSpan(years, lifeYears, earnings, lang, 'sentence'),
          });
        })
      : [];
  return (
    <p ref={ref} class="elsewhere" aria-live="polite">
      {text.join(' ')}
    </p>
  );
}

/** The house in the places that are not its own, at their own prices. */
function listElsewhere({ house, state: { lat, lng } }: Figures) {
  const away = ELSEWHERE.filter((place) => Math.hypot(place.lat - lat, place.lng - lng) > NEAR_DEG);
  return away.slice(0, COMPARED).map(({ name, ...place }) => {
    const state = { ...house.state, ...place, gridTariff: null };
    return { name, state, house: { ...house, state } };
  });
}

/** Whether an element was in view once. */
function useSeen() {
  const ref = useRef<HTMLParagraphElement>(null);
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry.isIntersecting && setSeen(true));
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, wasSeen };
}
