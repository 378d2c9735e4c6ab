import { useMemo, useRef, useState } from 'preact/hooks';
import type { Gesture, PartProps } from '../../../shared/state.ts';
import { fill, formatDate, formatNumber, listCompass, nameCompass } from '../../../shared/text.ts';
import type { Words } from '../../../shared/words.ts';
import { drawSkyline, HEIGHT, readSky, skyX, skyY, topOf, WIDTH } from './skyline-picture.ts';

/** Days of the year of the sun's ways, from 0: a solstice or an equinox. */
const DAYS = { summer: 171, equinox: 78, winter: 354 };

interface SkylineProps extends PartProps<Words['explorer']> {
  heights: readonly number[];
}

/** The horizon as a skyline: a direction's height is dragged, or moved by the arrow keys. */
export function Skyline({ state, change, words, heights }: SkylineProps) {
  const { lat, lang } = state;
  // The sun is in the south.
  const [chosen, setChosen] = useState(heights.length >> 1);
  const isHeld = useRef(false);
  const latest = useLatest(heights, chosen);
  const direction = chosen % heights.length;
  const azimuth = (360 * direction) / heights.length;
  const top = topOf(heights);
  const picture = useMemo(() => {
    const [north, , east, , south, , west] = listCompass(words.compassShort);
    const days = {
      summer: formatDate(DAYS.summer, lang),
      equinox: formatDate(DAYS.equinox, lang),
      winter: formatDate(DAYS.winter, lang),
    };
    return drawSkyline(heights, lat, { compass: [north, east, south, west], days });
  }, [heights, lat, lang, words]);
  const choose = (at: number) => {
    latest.current.direction = at;
    setChosen(at);
  };
  const set = (at: number, height: number, gesture: Gesture) => {
    const horizonDeg = latest.current.heights.map((old, index) => (index === at ? height : old));
    latest.current.heights = horizonDeg;
    choose(at);
    change({ horizonDeg: horizonDeg.some((one) => one > 0) ? horizonDeg : null }, gesture);
  };
  const drag = (event: PointerEvent & { currentTarget: HTMLElement }, gesture: Gesture) => {
    const { left, top: above, width } = event.currentTarget.getBoundingClientRect();
    const scale = WIDTH / width;
    const x = (event.clientX - left) * scale;
    const read = readSky(x, (event.clientY - above) * scale, heights);
    set(read.direction, read.height, gesture);
  };
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const [turn, rise] = step;
    const { direction: at, heights: now } = latest.current;
    if (turn !== 0) choose((at + turn + now.length) % now.length);
    else set(at, Math.min(90, Math.max(0, now[at] + rise)), 'set');
  };
  const where = fill(words.skylineAt, {
    compass: nameCompass(words.compass, azimuth),
    azimuth: formatNumber(azimuth, lang, Number.isInteger(azimuth) ? 0 : 1),
    height: formatNumber(heights[direction], lang, Number.isInteger(heights[direction]) ? 0 : 1),
  });
  return (
    <>
      <div
        class="skyline"
        style={{ touchAction: 'none', cursor: 'crosshair' }}
        role="slider"
        tabIndex={0}
        aria-label={words.skyline}
        aria-valuemin={0}
        aria-valuemax={90}
        aria-valuenow={heights[direction]}
        aria-valuetext={where}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          isHeld.current = true;
          drag(event, 'moving');
        }}
        onPointerMove={(event) => isHeld.current && drag(event, 'moving')}
        onPointerUp={(event) => {
          if (isHeld.current) drag(event, 'set');
          isHeld.current = false;
        }}
        onPointerCancel={() => {
          isHeld.current = false;
        }}
      >
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          fill="currentColor"
          font-size="15"
          aria-hidden="true"
          style={{ display: 'block', width: '100%' }}
        >
          <g dangerouslySetInnerHTML={{ __html: picture }} />
          <circle
            cx={skyX(azimuth)}
            cy={skyY(heights[direction], top)}
            r="6"
            fill="none"
            stroke="currentColor"
            stroke-width="2"
          />
        </svg>
      </div>
      <p class="soft small">{fill(words.skylineHint, { where })}</p>
    </>
  );
}

/** Keeps the direction and heights as the last key or movement left them: the next may come before the picture. */
function useLatest(heights: readonly number[], chosen: number) {
  const given = useRef(heights);
  const latest = useRef({ heights, direction: chosen % heights.length });
  if (given.current !== heights) {
    given.current = heights;
    latest.current = { heights, direction: latest.current.direction % heights.length };
  }
  return latest;
}

/** Directions to turn and degrees to rise by key. */
const STEPS: Record<string, [turn: number, rise: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  PageUp: [0, 10],
  PageDown: [0, -10],
};
