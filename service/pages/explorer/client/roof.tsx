import { roundTo } from '#engine/round.ts';
import { fill, formatNumber, nameCompass } from '../../messages/format.ts';
import type { Language, Words } from '../../messages/messages.ts';
import { BOUNDS } from '../../ui/bounds.ts';
import { type Gesture, NumberField } from '../../ui/number-field.tsx';
import { RoofFace } from '../../ui/roof-face.tsx';
import type { Face, PartProps } from '../state.ts';
import { AZIMUTH, KWP } from '../url-state.ts';
import { SurroundingsFold } from './surroundings-fold.tsx';

/** A usual panel: 1.95 m² (1.13 by 1.72 m) and a little more around it. */
export const WATT_PER_PANEL = 440;
const M2_PER_KW = 4.7;

const MOST_PANELS = Math.floor((1000 * KWP.max) / WATT_PER_PANEL);

export interface RoofProps extends PartProps<Words['explorer']> {
  /** The face whose settings are shown. */
  selected: number;
  select(face: number): void;
}

/** The roof's faces, and the settings of one of them. */
export function Roof({ state, change, words, selected, select }: RoofProps) {
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
    <>
      {faces.length > 1 && (
        <FaceList faces={faces} words={words} state={state} selected={selected} select={select} />
      )}
      <FaceSettings
        {...{ face, words, set }}
        lang={state.lang}
        add={faces.length < BOUNDS.faces.max ? () => add(turnFace(face)) : null}
      />
      {faces.length > 1 && (
        <button type="button" class="plain" onClick={remove}>
          {fill(words.removeFace, { number: selected + 1 })}
        </button>
      )}
      <SurroundingsFold state={state} change={change} words={words}>
        <ExactFace {...{ face, words, set }} />
      </SurroundingsFold>
    </>
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
          <span class="dot">{index + 1}</span>
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
  lang: Language;
  set(part: Partial<Face>, gesture?: Gesture): void;
  /** Adds a face. Null where there are enough. */
  add: (() => void) | null;
}

function FaceSettings({ face, words, lang, set, add }: SettingsProps) {
  const panels = Math.round((1000 * face.kwp) / WATT_PER_PANEL);
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

/** A face's direction and power to the decimal. */
function ExactFace({ face, words, set }: Pick<SettingsProps, 'face' | 'words' | 'set'>) {
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
