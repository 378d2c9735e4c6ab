import { roofPlan } from '#engine/economy/system.ts';
import type { ConfiguratorFace } from '../../../../schemas/types.ts';
import { fill, formatNumber } from '../../messages/format.ts';
import { BOUNDS } from '../../ui/bounds.ts';
import { Chips } from '../../ui/chips.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RoofFace } from '../../ui/roof-face.tsx';
import type { StepProps } from './state.ts';

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
        {faces.length < BOUNDS.faces.max && (
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
      <RoofFace {...{ face, words, set }} />
      <div class="pair">
        <NumberField
          label={words.panelCount}
          value={face.panel_count}
          {...BOUNDS.panelCount}
          decimals={0}
          onNumber={(panel_count) => set({ panel_count })}
        />
        <NumberField
          label={words.area}
          value={Math.ceil(face.panel_count * m2)}
          min={Math.ceil(m2)}
          max={Math.ceil(BOUNDS.panelCount.max * m2)}
          onNumber={(area) => set({ panel_count: Math.max(1, Math.floor(area / m2)) })}
        />
      </div>
    </fieldset>
  );
}
