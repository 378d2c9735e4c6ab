import { useMemo, useRef } from 'preact/hooks';
import {
  AZIMUTH_STEP_DEG,
  AZIMUTHS,
  TILT_STEP_DEG,
  TILTS,
} from '../../../../schemas/codec/axes.ts';
import { fill, formatNumber, listCompass, nameCompass } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { COLOUR_BAR_HEIGHT, colourBar } from '../../ui/charts/colour-bar.ts';
import { VIRIDIS } from '../../ui/charts/colour-scale.ts';
import { heatMap } from '../../ui/charts/heat-map.ts';
import { drawSvg, groupAt } from '../../ui/charts/svg.ts';
import type { Gesture } from '../../ui/number-field.tsx';
import type { RoofYield } from '../page-data.ts';
import { type Face, isLessened } from '../state.ts';
import { usePage } from '../use-page.ts';
import type { PlaceMatrix } from '../worker/local-calls.ts';

const SIZES = { colWidth: 9, rowHeight: 12, left: 30 };
/** Height of the columns' names, as heatMap() has it. */
const HEADING = 14;
const WIDTH = SIZES.left + AZIMUTHS * SIZES.colWidth;
const PLANES_HEIGHT = HEADING + TILTS * SIZES.rowHeight;
const HEIGHT = PLANES_HEIGHT + 6 + COLOUR_BAR_HEIGHT;

/** Conversions between a face and the place of its ring. The top is a wall, the bottom flat. */
const ringX = (azimuth: number) =>
  SIZES.left + ((azimuth / AZIMUTH_STEP_DEG + 0.5) % AZIMUTHS) * SIZES.colWidth;
const ringY = (tilt: number) => HEADING + (TILTS - 0.5 - tilt / TILT_STEP_DEG) * SIZES.rowHeight;
const azimuthAt = (x: number) =>
  clampToWhole(((x - SIZES.left) / SIZES.colWidth - 0.5) * AZIMUTH_STEP_DEG, -5, 354);
const tiltAt = (y: number) =>
  clampToWhole((TILTS - 0.5 - (y - HEADING) / SIZES.rowHeight) * TILT_STEP_DEG, 0, 90);

interface PlaneMapProps {
  matrix: PlaceMatrix;
  roof: RoofYield;
}

/** All planes of the place in colours, with a ring for each face, moved by dragging or by arrow keys. */
export function PlaneMap({ matrix, roof }: PlaneMapProps) {
  const { state, change, words, face: selected } = usePage();
  const { faces, lang } = state;
  const picture = useMemo(() => drawPlanes(matrix, words, lang), [matrix, words, lang]);
  const overlay = useRef<SVGSVGElement>(null);
  const set = (index: number, part: Partial<Face>, gesture: Gesture) =>
    change(
      { faces: faces.map((face, other) => (other === index ? { ...face, ...part } : face)) },
      gesture,
    );
  const planeAt = (event: MouseEvent): Partial<Face> => {
    const box = overlay.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: WIDTH };
    const scale = WIDTH / box.width;
    return {
      azimuth: (azimuthAt((event.clientX - box.left) * scale) + 360) % 360,
      tilt: tiltAt((event.clientY - box.top) * scale),
    };
  };
  return (
    <section class="planes" aria-labelledby="planes">
      <h3 id="planes">{words.planes}</h3>
      <div class="heat">
        <div dangerouslySetInnerHTML={{ __html: picture }} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a click moves the ring, which has the keys */}
        <svg
          ref={overlay}
          role="presentation"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          onClick={(event) => {
            if (event.target === overlay.current) set(selected, planeAt(event), 'set');
          }}
        >
          {faces.map((face, index) => (
            <Ring
              key={index}
              {...{ face, index, planeAt }}
              kwh={roof.yearsKwh[index]}
              set={(part, gesture) => set(index, part, gesture)}
            />
          ))}
        </svg>
      </div>
      <p class="soft small">
        {words.planesHint} {isLessened(state) && words.planesFree}
      </p>
    </section>
  );
}

interface RingProps {
  face: Face;
  index: number;
  /** Yield of the face in the year. */
  kwh: number;
  planeAt(event: MouseEvent): Partial<Face>;
  set(part: Partial<Face>, gesture: Gesture): void;
}

function Ring({ face, index, kwh, planeAt, set }: RingProps) {
  const { state, words, face: selected, dispatch } = usePage();
  const { tilt, azimuth } = face;
  const compass = nameCompass(words.compass, azimuth);
  const year = formatNumber(kwh, state.lang);
  const label = fill(words.ring, { number: index + 1, tilt, azimuth, compass, kwh: year });
  const select = () => dispatch({ face: index });
  const held = useRef<'no' | 'still' | 'moved'>('no');
  const hold = (event: PointerEvent & { currentTarget: SVGGElement }) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = 'still';
    select();
  };
  const letGo = (event: PointerEvent) => {
    if (held.current === 'moved') set(planeAt(event), 'set');
    held.current = 'no';
  };
  const press = (event: KeyboardEvent) => {
    const part = movePlane(event.key, face);
    if (!part) return;
    event.preventDefault();
    set(part, 'set');
  };
  return (
    <g
      class={index === selected ? 'ring selected' : 'ring'}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={359}
      aria-valuenow={azimuth}
      aria-valuetext={label}
      transform={`translate(${ringX(azimuth)} ${ringY(tilt)})`}
      onFocus={select}
      onKeyDown={press}
      onPointerDown={hold}
      onPointerMove={(event) => {
        if (held.current === 'no') return;
        held.current = 'moved';
        set(planeAt(event), 'moving');
      }}
      onPointerUp={letGo}
      onPointerCancel={() => {
        held.current = 'no';
      }}
    >
      <circle class="reach" r="16" />
      <circle class="mark" r="8.5" />
      <text y="4.5" text-anchor="middle">
        {index + 1}
      </text>
    </g>
  );
}

/** Moves the face one step. Up is steeper. */
function movePlane(key: string, { tilt, azimuth }: Face): Partial<Face> | null {
  if (key === 'ArrowUp') return { tilt: Math.min(90, tilt + TILT_STEP_DEG) };
  if (key === 'ArrowDown') return { tilt: Math.max(0, tilt - TILT_STEP_DEG) };
  if (key === 'ArrowRight') return { azimuth: (azimuth + AZIMUTH_STEP_DEG) % 360 };
  if (key === 'ArrowLeft') return { azimuth: (azimuth - AZIMUTH_STEP_DEG + 360) % 360 };
  return null;
}

function drawPlanes(matrix: PlaceMatrix, words: Words['explorer'], lang: 'sv' | 'en'): string {
  const { annual_kwh_kwp: planes, optimal } = matrix;
  const values = Float64Array.from(planes.toReversed().flat());
  const scale = { stops: VIRIDIS, min: Math.min(...values), max: Math.max(...values) };
  const names = listCompass(words.compassShort);
  const table = {
    rows: planes.map((_, row) => {
      const tilt = (TILTS - 1 - row) * TILT_STEP_DEG;
      return tilt % 15 === 0 ? `${tilt}°` : '';
    }),
    cols: planes[0].map((_, col) => names[(col * AZIMUTH_STEP_DEG) / 45] ?? ''),
    values,
    scale,
  };
  const format = (value: number) => formatNumber(value, lang);
  const bar = { scale, unit: words.planesScale, format };
  const label = fill(words.planesPicture, {
    most: format(optimal.annual_kwh_kwp),
    tilt: optimal.tilt_deg,
    least: format(scale.min),
  });
  const legend = groupAt(SIZES.left, PLANES_HEIGHT + 6, [colourBar(bar, WIDTH - SIZES.left)]);
  return drawSvg(WIDTH, HEIGHT, label, heatMap(table, SIZES) + legend);
}

function clampToWhole(value: number, least: number, most: number): number {
  return Math.round(Math.min(most, Math.max(least, value)));
}
