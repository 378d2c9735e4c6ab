import { useMemo } from 'preact/hooks';
import { roundTo } from '#engine/round.ts';
import type { Language, Words } from '../messages/messages.ts';
import { COLOUR_BAR_HEIGHT, colourBar } from './charts/colour-bar.ts';
import { VIRIDIS } from './charts/colour-scale.ts';
import { mapProjection } from './charts/map.ts';
import { drawSvg } from './charts/svg.ts';
import { drawMap, type PageMap } from './draw-map.ts';
import './place.css';
import { formatNumber } from '../messages/format.ts';

/** Degrees that an arrow key moves the place. With shift ten times as far. */
const ARROW_DEG = 0.05;
const ARROWS: Record<string, [lat: number, lng: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

interface PlaceMapProps {
  map: PageMap;
  /** Place of the pin. Null if there is none yet. */
  at: { lat: number; lng: number } | null;
  words: Pick<Words['explorer'], 'map' | 'mapPicture'>;
  go(lat: number, lng: number): void;
}

/** The country in colours with a pin, moved by a click or by arrow keys. */
export function PlaceMap({ map, at, words, go }: PlaceMapProps) {
  const projection = mapProjection(map.box, map.width);
  const picture = useMemo(() => drawMap(map, words.mapPicture), [map, words]);
  const goTo = (toLat: number, toLng: number) => {
    const { south, north, west, east } = map.box;
    go(clampDegrees(toLat, south, north), clampDegrees(toLng, west, east));
  };
  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 * ARROW_DEG : ARROW_DEG;
    const { south, north, west, east } = map.box;
    const { lat, lng } = at ?? { lat: (south + north) / 2, lng: (west + east) / 2 };
    goTo(lat + step * arrow[0], lng + step * arrow[1]);
  };
  const click = (event: MouseEvent & { currentTarget: Element }) => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const scale = projection.width / width;
    goTo(
      projection.lat((event.clientY - top) * scale),
      projection.lng((event.clientX - left) * scale),
    );
  };
  return (
    <div
      class="map"
      style={{ '--ratio': projection.width / projection.height }}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the place
      tabIndex={0}
      aria-label={words.map}
      onKeyDown={press}
      onClick={click}
    >
      <div dangerouslySetInnerHTML={{ __html: picture }} />
      <svg class="pin" viewBox={`0 0 ${projection.width} ${projection.height}`} aria-hidden="true">
        {at && (
          <path
            transform={`translate(${projection.x(at.lng)} ${projection.y(at.lat)})`}
            d="M0 0C-3 -8 -9 -11 -9 -18A9 9 0 0 1 9 -18C9 -11 3 -8 0 0Z"
          />
        )}
      </svg>
    </div>
  );
}

interface LegendProps {
  map: PageMap;
  language: Language;
  words: Pick<Words['explorer'], 'mapScale' | 'mapHint'>;
}

/** The meaning of the map's colours and lines. */
export function MapLegend({ map, language, words }: LegendProps) {
  const legend = useMemo(() => drawLegend(map, words.mapScale, language), [map, words, language]);
  return (
    <>
      <div class="legend" dangerouslySetInnerHTML={{ __html: legend }} />
      {map.areaBorders && <p class="soft small">{words.mapHint}</p>}
    </>
  );
}

function drawLegend(map: PageMap, unit: string, language: Language): string {
  const scale = { stops: VIRIDIS, min: map.leastKwhKwp, max: map.mostKwhKwp };
  const format = (value: number) => formatNumber(value, language);
  const bar = colourBar({ scale, unit, format }, map.width);
  return drawSvg(map.width, COLOUR_BAR_HEIGHT, unit, bar);
}

function clampDegrees(degrees: number, least: number, most: number): number {
  return roundDegrees(Math.min(most, Math.max(least, degrees)));
}

/** Rounds to 100 m: the yield is no finer, and an address with it can be shared. */
export function roundDegrees(degrees: number): number {
  return roundTo(degrees, 3);
}

/** Finds where the device is. */
export function findHere(go: (lat: number, lng: number) => void, fail: () => void): void {
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => go(roundDegrees(coords.latitude), roundDegrees(coords.longitude)),
    fail,
    { timeout: 10_000, maximumAge: 600_000 },
  );
}
