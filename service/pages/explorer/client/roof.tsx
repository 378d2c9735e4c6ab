import { useId } from 'preact/hooks';
import { fill, formatNumber, listCompass, nameCompass } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { type Face, type Gesture, MAX_FACES, type PartProps } from '../state.ts';
import { SurroundingsFold } from './surroundings-fold.tsx';

/** A panel of 440 W is 1.95 m² (1.13 by 1.72 m) and takes a little room around it. */
const M2_PER_KW = 4.7;

/** Archetypes of roofs, by their names in the words. */
const TILTS = [
  ['tiltFlat', 3],
  ['tiltLow', 14],
  ['tiltNormal', 27],
  ['tiltSteep', 45],
] as const;

/** The largest that the slider reaches; more can be typed. */
const SLIDER_KWP = 30;

interface RoofProps extends PartProps<Words['explorer']> {
  /** The face whose settings are shown. */
  selected: number;
  select(face: number): void;
  /** The script of what stands around the roof. */
  surroundingsUrl: string;
}

/** The roof's faces, and the settings of one of them. */
export function Roof({ state, change, words, selected, select, surroundingsUrl }: RoofProps) {
  const { faces } = state;
  const face = faces[selected];
  const set = (part: Partial<Face>, gesture?: Gesture) =>
    change(
      { faces: faces.map((old, index) => (index === selected ? { ...old, ...part } : old)) },
      gesture,
    );
  const add = (added: Face) => {
    change({ faces: [...faces, added] });
    select(faces.length);
  };
  const remove = () => {
    change({ faces: faces.filter((_, index) => index !== selected) });
    select(Math.max(0, selected - 1));
  };
  return (
    <section class="panel roof" aria-labelledby="roof">
      <h2 id="roof">{words.roof}</h2>
      <FaceList faces={faces} words={words} state={state} selected={selected} select={select} />
      <p class="buttons">
        {faces.length < MAX_FACES && (
          <>
            <button type="button" onClick={() => add(turnFace(face))}>
              {words.otherSide}
            </button>
            <button
              type="button"
              onClick={() => add({ ...face, azimuth: (face.azimuth + 90) % 360 })}
            >
              {words.addFace}
            </button>
          </>
        )}
        {faces.length > 1 && (
          <button type="button" onClick={remove}>
            {fill(words.removeFace, { number: selected + 1 })}
          </button>
        )}
      </p>
      <FaceSettings face={face} words={words} set={set} />
      <SurroundingsFold state={state} change={change} words={words} url={surroundingsUrl} />
    </section>
  );
}

function turnFace(face: Face): Face {
  return { ...face, azimuth: (face.azimuth + 180) % 360 };
}

interface FaceListProps extends Pick<RoofProps, 'words' | 'selected' | 'select' | 'state'> {
  faces: readonly Face[];
}

function FaceList({ faces, words, state, selected, select }: FaceListProps) {
  return (
    <fieldset class="faces">
      <legend>{words.faces}</legend>
      {faces.map((face, index) => (
        <label key={index}>
          <input
            type="radio"
            name="face"
            checked={index === selected}
            onChange={() => select(index)}
          />
          <span class={`dot face-${index}`}>{index + 1}</span>
          {fill(words.faceIs, {
            compass: nameCompass(words.compass, face.azimuth),
            tilt: formatNumber(face.tilt, state.lang),
            kwp: formatNumber(face.kwp, state.lang, Number.isInteger(face.kwp) ? 0 : 1),
          })}
        </label>
      ))}
    </fieldset>
  );
}

interface SettingsProps {
  face: Face;
  words: Words['explorer'];
  set(part: Partial<Face>, gesture?: Gesture): void;
}

function FaceSettings({ face, words, set }: SettingsProps) {
  const name = useId();
  const short = listCompass(words.compassShort);
  return (
    <>
      <fieldset class="chips tilts">
        <legend>{words.tilt}</legend>
        {TILTS.map(([key, tilt]) => (
          <label key={key}>
            <input
              type="radio"
              name={`${name}-tilt`}
              checked={findNearestTilt(face.tilt) === tilt}
              onChange={() => set({ tilt })}
            />
            <RoofPicture tilt={tilt} />
            <span>{words[key]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="chips compass">
        <legend>{words.direction}</legend>
        {listCompass(words.compass).map((direction, index) => (
          <label key={direction}>
            <input
              type="radio"
              name={`${name}-azimuth`}
              aria-label={direction}
              checked={Math.round(face.azimuth / 45) % 8 === index}
              onChange={() => set({ azimuth: 45 * index })}
            />
            <span aria-hidden="true">{short[index]}</span>
          </label>
        ))}
      </fieldset>
      <NumberField
        label={words.size}
        unit="kW"
        value={face.kwp}
        min={0.1}
        max={Math.max(SLIDER_KWP, face.kwp)}
        step={0.1}
        onNumber={(kwp, gesture) => set({ kwp: Math.round(100 * kwp) / 100 }, gesture)}
      />
      <p class="soft small">{words.areaHint}</p>
      <details>
        <summary>{words.fine}</summary>
        <NumberField
          label={words.tilt}
          unit="°"
          value={face.tilt}
          min={0}
          max={90}
          step={1}
          onNumber={(tilt, gesture) => set({ tilt }, gesture)}
        />
        <NumberField
          label={words.azimuth}
          unit="°"
          value={face.azimuth}
          min={0}
          max={359}
          step={1}
          valueText={`${face.azimuth}°, ${nameCompass(words.compass, face.azimuth)}`}
          onNumber={(azimuth, gesture) => set({ azimuth }, gesture)}
        />
        <NumberField
          label={words.area}
          unit="m²"
          value={Math.round(face.kwp * M2_PER_KW)}
          min={1}
          max={Math.round(Math.max(SLIDER_KWP, face.kwp) * M2_PER_KW)}
          step={1}
          onNumber={(m2, gesture) =>
            set({ kwp: Math.max(0.1, Math.round((10 * m2) / M2_PER_KW) / 10) }, gesture)
          }
        />
      </details>
    </>
  );
}

/** The archetype whose chip stands for a tilt. */
function findNearestTilt(tilt: number): number {
  const distances = TILTS.map(([, other]) => Math.abs(other - tilt));
  return TILTS[distances.indexOf(Math.min(...distances))][1];
}

/** A gable in outline. */
function RoofPicture({ tilt }: { tilt: number }) {
  const rise = 16 * Math.tan((tilt * Math.PI) / 180);
  const eaves = 22;
  return (
    <svg viewBox="0 0 40 32" aria-hidden="true">
      <path class="wall" d={`M7 ${eaves - 1}V31H33V${eaves - 1}`} />
      <path class="slope" d={`M4 ${eaves}L20 ${eaves - rise}L36 ${eaves}`} />
    </svg>
  );
}
