import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { roundTo } from '#engine/round.ts';
import { fill, formatNumber, nameCompass } from '../../messages/format.ts';
import { BOUNDS } from '../../ui/bounds.ts';
import { type Gesture, NumberField } from '../../ui/number-field.tsx';
import { RoofFace } from '../../ui/roof-face.tsx';
import { countPanels, type Face, isLessened, WATT_PER_PANEL } from '../state.ts';
import { AZIMUTH, KWP } from '../url-state.ts';
import { usePage } from '../use-page.ts';
import { Later } from './later.tsx';

/** Space of a usual panel, 1.95 m² (1.13 by 1.72 m), and a little more around it. */
const M2_PER_KW = 4.7;

const MOST_PANELS = Math.floor((1000 * KWP.max) / WATT_PER_PANEL);

/** The roof's faces, and the settings of one of them. */
export function Roof() {
  const { state, change, dispatch, words, face: selected } = usePage();
  const { faces } = state;
  const face = faces[selected];
  const set = (part: Partial<Face>, gesture?: Gesture) =>
    change(
      { faces: faces.map((old, index) => (index === selected ? { ...old, ...part } : old)) },
      gesture,
    );
  const add = () => {
    const turned = { ...face, azimuth: (face.azimuth + 180) % 360 };
    dispatch({ state: { faces: [...faces, turned] }, face: faces.length });
  };
  const remove = () =>
    dispatch({
      state: { faces: faces.filter((_, index) => index !== selected) },
      face: Math.max(0, selected - 1),
    });
  return (
    <>
      {faces.length > 1 && <FaceList />}
      <FaceSettings {...{ face, set }} add={faces.length < BOUNDS.faces.max ? add : null} />
      {faces.length > 1 && (
        <button type="button" class="plain" onClick={remove}>
          {fill(words.removeFace, { number: selected + 1 })}
        </button>
      )}
      <SurroundingsFold>
        <ExactFace {...{ face, set }} />
      </SurroundingsFold>
    </>
  );
}

function FaceList() {
  const { state, words, face: selected, dispatch } = usePage();
  const { faces, lang } = state;
  return (
    <fieldset class="faces">
      <legend>{words.faces}</legend>
      {faces.map((face, index) => (
        <label key={index}>
          <input
            type="radio"
            name="face"
            checked={index === selected}
            onChange={() => dispatch({ face: index })}
          />
          <span class="dot">{index + 1}</span>
          {fill(words.faceIs, {
            compass: nameCompass(words.compass, face.azimuth),
            tilt: formatNumber(face.tilt, lang),
            kwp: formatNumber(face.kwp, lang, Number.isInteger(face.kwp) ? 0 : 1),
          })}
        </label>
      ))}
    </fieldset>
  );
}

interface SettingsProps {
  face: Face;
  set(part: Partial<Face>, gesture?: Gesture): void;
  /** Adds a face. Null where there are enough. */
  add: (() => void) | null;
}

function FaceSettings({ face, set, add }: SettingsProps) {
  const { words, state } = usePage();
  const { lang } = state;
  const panels = countPanels(face.kwp);
  const size = fill(words.sizeIs, {
    kwp: formatNumber(face.kwp, lang, Number.isInteger(face.kwp) ? 0 : 2),
    m2: formatNumber(face.kwp * M2_PER_KW, lang),
  });
  return (
    <>
      <RoofFace {...{ face, words, set }} />
      <div class="pair">
        <NumberField
          label={fill(words.panels, { watt: WATT_PER_PANEL })}
          value={panels}
          min={1}
          max={MOST_PANELS}
          onNumber={(count, gesture) =>
            set({ kwp: roundTo((count * WATT_PER_PANEL) / 1000, KWP.decimals) }, gesture)
          }
        />
        <p class="soft small">
          {size}
          {add && (
            <button type="button" class="plain" onClick={add}>
              {words.addFace}
            </button>
          )}
        </p>
      </div>
    </>
  );
}

/**
 * The fold of horizon, shade and snow: open where one of them counts, loaded when it is opened.
 * @param children what comes before them
 */
function SurroundingsFold({ children }: { children: ComponentChildren }) {
  const { state, words } = usePage();
  const isSet = isLessened(state);
  const [wasOpened, setOpened] = useState(isSet);
  return (
    <details class="surroundings" open={isSet} onToggle={() => setOpened(true)}>
      <summary>{words.surroundings}</summary>
      {children}
      {wasOpened && <Later name="Surroundings" props={{}} />}
    </details>
  );
}

/** A face's direction and power to the decimal. */
function ExactFace({ face, set }: Pick<SettingsProps, 'face' | 'set'>) {
  const { words } = usePage();
  return (
    <div class="pair">
      <NumberField
        label={words.azimuth}
        unit="°"
        value={face.azimuth}
        {...AZIMUTH}
        onNumber={(azimuth, gesture) => set({ azimuth }, gesture)}
      />
      <NumberField
        label={words.power}
        unit="kW"
        value={face.kwp}
        {...KWP}
        onNumber={(kwp, gesture) => set({ kwp }, gesture)}
      />
    </div>
  );
}
