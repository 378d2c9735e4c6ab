import type { HouseMonths } from '#engine/battery/house-months.ts';
import { sum } from '#engine/statistics.ts';
import { fill, formatNumber, listCompass, listMonths, nameCompass } from '../../messages/format.ts';
import type { Words } from '../../messages/messages.ts';
import type { DrawnHouse } from '../../ui/house/draw-house.ts';
import { HOUSE_HEIGHT, HOUSE_WIDTH } from '../../ui/house/size.ts';
import { countPanels, type ExplorerState, sumKwp } from '../state.ts';
import { usePage } from '../use-page.ts';

const JUNE = 5;
const DECEMBER = 11;

/** The three arrows of the picture, a year's energy and money: used in the house, sold, bought. */
export type Flows = Record<'used' | 'sold' | 'bought', { kwh: number; sek: number }>;

/** Shafts and heads of the arrows: into the house, out of it, and to it from the grid. */
const ARROWS = {
  used: 'M12 2V15M6 10L12 16L18 10',
  sold: 'M2 9H21M15 3L21 9L15 15',
  bought: 'M22 9H3M9 3L3 9L9 15',
} as const;

/** Takes what is drawn of a state. */
export function houseOf(
  { lat, lang, faces }: Pick<ExplorerState, 'lat' | 'lang' | 'faces'>,
  words: Pick<Words['explorer'], 'compassShort'>,
): DrawnHouse {
  const months = listMonths(lang);
  return {
    lat,
    slopes: faces.map(({ tilt, azimuth, kwp }) => ({ tilt, azimuth, panels: countPanels(kwp) })),
    compass: listCompass(words.compassShort).filter((_, at) => at % 2 === 0),
    months: [months[JUNE], months[DECEMBER]],
  };
}

interface HousePictureProps {
  /** The drawing, as SVG text. */
  drawing: string;
  /** Null until they are known. */
  flows: Flows | null;
  /** Whether they will be. A meter that has the sun in it does not tell them apart. */
  hasFlows: boolean;
  isStale: boolean;
}

/** The house with its roof and the sun's paths, and three arrows of energy and money: the page's HTML has the same. */
export function HousePicture({ drawing, flows, hasFlows, isStale }: HousePictureProps) {
  const { state, words } = usePage();
  const write = (value: number | undefined) =>
    value === undefined ? '…' : formatNumber(value, state.lang);
  const most = Math.max(1, ...Object.values(flows ?? {}).map(({ kwh }) => kwh));
  return (
    <figure class="house-picture" aria-live="off">
      <svg
        viewBox={`0 0 ${HOUSE_WIDTH} ${HOUSE_HEIGHT}`}
        role="img"
        aria-label={describeHouse(state, words, flows)}
        dangerouslySetInnerHTML={{ __html: drawing }}
      />
      {hasFlows && (
        <figcaption class={isStale ? 'flows stale' : 'flows'}>
          {(['used', 'sold', 'bought'] as const).map((name) => (
            <span key={name} class="flow">
              <svg class={`arrow ${name}`} viewBox="-1 -1 26 20" aria-hidden="true">
                <path
                  d={ARROWS[name]}
                  stroke-width={flows ? 1.5 + (3 * flows[name].kwh) / most : 2}
                />
              </svg>
              <span>{words[`flow_${name}`]}</span>
              <b>{fill(words.flowKwh, { value: write(flows?.[name].kwh) })}</b>
              <span>{fill(words.flowSek, { value: write(flows?.[name].sek) })}</span>
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

function describeHouse(
  { faces, lang }: ExplorerState,
  words: Words['explorer'],
  flows: Flows | null,
): string {
  const [{ azimuth, tilt }, ...others] = faces;
  const house = fill(others.length > 0 ? words.houseSides : words.houseSide, {
    panels: countPanels(sumKwp(faces)),
    compass: nameCompass(words.compass, azimuth),
    tilt: formatNumber(tilt, lang),
    count: faces.length,
  });
  if (!flows) return house;
  const values = Object.entries(flows).flatMap(([name, { kwh, sek }]) => [
    [`${name}Kwh`, formatNumber(kwh, lang)],
    [`${name}Sek`, formatNumber(sek, lang)],
  ]);
  return `${house} ${fill(words.houseFlows, Object.fromEntries(values))}`;
}

/**
 * Splits a system's savings of a year, whole SEK, into the income from what it sells, and by what the bill for bought
 * electricity, with its fees, is lower.
 */
export function splitSavings(savesSek: number, months: Pick<HouseMonths, 'soldSek'>) {
  const soldSek = Math.round(months.soldSek);
  return { lowerSek: Math.round(savesSek) - soldSek, soldSek };
}

/** Lists the arrows of a system. */
export function listFlows(savesSek: number, months: HouseMonths): Flows {
  const { lowerSek, soldSek } = splitSavings(savesSek, months);
  const { usedKwh, soldKwh, boughtKwh, boughtSek } = months;
  return {
    used: { kwh: sum(usedKwh), sek: lowerSek },
    sold: { kwh: sum(soldKwh), sek: soldSek },
    bought: { kwh: boughtKwh, sek: boughtSek },
  };
}
