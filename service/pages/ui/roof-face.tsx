import { listCompass } from '../messages/format.ts';
import { BOUNDS } from './bounds.ts';
import { Chips } from './chips.tsx';
import { type Gesture, NumberInput } from './number-field.tsx';
import type { RoofFaceWords } from './script-data.ts';

/** Usual tilts of Swedish roofs, degrees. */
const TILTS: readonly number[] = [15, 27, 35, 45];

/** Degrees from flat, and from north by way of east. */
interface Plane {
  tilt: number;
  azimuth: number;
}

interface RoofFaceProps {
  face: Plane;
  words: RoofFaceWords;
  set(part: Partial<Plane>, gesture?: Gesture): void;
}

/** The direction and the tilt of a side of the roof. */
export function RoofFace({ face, words, set }: RoofFaceProps) {
  const short = listCompass(words.compassShort);
  return (
    <>
      <Chips
        legend={words.direction}
        class="chips compass"
        options={listCompass(words.compass).map((name, i) => [45 * i, short[i], name])}
        chosen={(Math.round(face.azimuth / 45) % 8) * 45}
        set={(azimuth) => set({ azimuth })}
      />
      <Chips
        legend={words.tilts}
        class="chips tilts"
        options={TILTS.map((tilt) => [tilt, `${tilt}°`])}
        chosen={face.tilt}
        set={(tilt) => set({ tilt })}
      >
        <NumberInput
          name={words.tilts}
          value={face.tilt}
          {...BOUNDS.tilt}
          onNumber={(tilt, gesture) => set({ tilt }, gesture)}
        />
      </Chips>
    </>
  );
}
