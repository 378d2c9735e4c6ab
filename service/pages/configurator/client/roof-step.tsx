import { roofPlan } from '#engine/economy/system.ts';
import type { ConfiguratorFace } from '../../../../schemas/types.ts';
import { MAX_FACES, TILTS } from '../../explorer/state.ts';
import { fill, formatNumber, listCompass } from '../../messages/format.ts';
import { Chips } from '../../ui/chips.tsx';
import { NumberInput } from './field.tsx';
import { MAX_PANELS, type StepProps } from './state.ts';

/** The roof's faces, and how many panels lie on each. */
export function RoofStep({ data, chosen, change }: StepProps) {
  const { words, panels, language } = data;
  const { faces } = chosen;
  const plan = roofPlan(data, chosen);
  const last = faces[faces.length - 1];
  const add = (azimuth: number) =>
    change({ faces: [...faces, { ...last, azimuth: azimuth % 360 }] });
  return (
    <>
      {panels.length > 1 && (
        <Chips
          legend={words.panel}
          class="rows"
          options={panels.map(({ title, sek }, i) => [
            i,
            fill(words.panelIs, { title, sek: formatNumber(sek, language) }),
          ])}
          chosen={chosen.panel}
          set={(panel) => change({ panel })}
        />
      )}
      {faces.map((face, i) => (
        <Face
          key={i}
          title={fill(words.face, { number: i + 1 })}
          face={face}
          m2={plan.panel.m2}
          words={words}
          set={(part) =>
            change({ faces: faces.map((one, at) => (at === i ? { ...one, ...part } : one)) })
          }
        />
      ))}
      <p class="buttons">
        {faces.length < MAX_FACES && (
          <>
            <button type="button" onClick={() => add(last.azimuth + 180)}>
              {words.bothSides}
            </button>
            <button type="button" onClick={() => add(last.azimuth + 90)}>
              {words.addFace}
            </button>
          </>
        )}
        {faces.length > 1 && (
          <button type="button" onClick={() => change({ faces: faces.slice(0, -1) })}>
            {fill(words.removeFace, { number: faces.length })}
          </button>
        )}
      </p>
      <p class="soft">
        {fill(words.roofSum, {
          panels: plan.panelCount,
          inverter:
            plan.inverterCount > 1
              ? `${plan.inverterCount} × ${plan.inverter.title}`
              : plan.inverter.title,
        })}
      </p>
    </>
  );
}

interface FaceProps {
  title: string;
  face: ConfiguratorFace;
  m2: number;
  words: StepProps['data']['words'];
  set(part: Partial<ConfiguratorFace>): void;
}

function Face({ title, face, m2, words, set }: FaceProps) {
  return (
    <fieldset class="face">
      <legend>{title}</legend>
      <Chips
        legend={words.tilt}
        class="chips tilts"
        options={TILTS.map((degrees) => [
          degrees,
          <>
            <Gable key={degrees} tilt={degrees} />
            {`${degrees}°`}
          </>,
        ])}
        chosen={face.tilt}
        set={(degrees) => set({ tilt: degrees })}
      />
      <Chips
        legend={words.direction}
        class="chips directions"
        options={listCompass(words.compass).map((name, i) => [45 * i, name])}
        chosen={(Math.round(face.azimuth / 45) % 8) * 45}
        set={(azimuth) => set({ azimuth })}
      >
        <svg class="needle" viewBox="-18 -18 36 36" aria-hidden="true">
          <path transform={`rotate(${face.azimuth})`} d="M0 -15L9 12L0 6L-9 12Z" />
        </svg>
      </Chips>
      <div class="pair">
        <NumberInput
          label={words.panelCount}
          value={face.panel_count}
          min={1}
          max={MAX_PANELS}
          set={(panel_count) => set({ panel_count })}
        />
        <NumberInput
          label={words.area}
          value={Math.ceil(face.panel_count * m2)}
          min={Math.ceil(m2)}
          max={Math.ceil(MAX_PANELS * m2)}
          set={(area) => set({ panel_count: Math.max(1, Math.floor(area / m2)) })}
        />
      </div>
    </fieldset>
  );
}

/** A house's end in outline. */
function Gable({ tilt }: { tilt: number }) {
  const rise = 16 * Math.tan((tilt * Math.PI) / 180);
  return (
    <svg viewBox="0 0 40 32" aria-hidden="true">
      <path d={`M7 21V31H33V21M4 22L20 ${22 - rise}L36 22`} />
    </svg>
  );
}
