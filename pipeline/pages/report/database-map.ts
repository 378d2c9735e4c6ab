import type { PvYieldArtifact } from '../../../schemas/pv-yield-artifact.ts';
import { cellMap, type Legend, type MapGround } from '../charts/cell-map.ts';
import { COLOUR_BAR_HEIGHT } from '../charts/colour-bar.ts';
import { rectAt, textAt } from '../charts/svg.ts';

/** One colour each for the databases, in the header's order; the last stands for more. */
const DATABASE_COLOURS = ['#3b7dba', '#e0a030', '#5b9e56', '#a35fa8'];

/** Which database each cell has; where ERA5 was scaled, a paler colour. */
export function databaseMap(
  { header, radiation_db, era5_corrected }: PvYieldArtifact,
  ground: MapGround,
): string {
  const colourOfKind = (kind: number) => {
    const colour = DATABASE_COLOURS[Math.min(kind >> 1, DATABASE_COLOURS.length - 1)];
    return kind & 1 ? `${colour}99` : colour;
  };
  const kindOf = (cell: number) => 2 * radiation_db[cell] + era5_corrected[cell];
  const counts = new Map<number, number>();
  for (let cell = 0; cell < header.cells; cell++) {
    counts.set(kindOf(cell), (counts.get(kindOf(cell)) ?? 0) + 1);
  }
  const entries = [...counts.keys()]
    .sort((a, b) => a - b)
    .map((kind) => {
      const corrected = kind & 1 ? ', corrected' : '';
      const name = `${header.radiation_dbs[kind >> 1]}${corrected}: ${counts.get(kind)} cells`;
      return { colour: colourOfKind(kind), name };
    });
  const correction = header.era5_correction ? 'on' : 'off';
  const caption = {
    title: 'Radiation database',
    subtitle: `ERA5 correction: ${correction}`,
    description: `${entries.map(({ name }) => name).join('; ')}. ERA5 correction: ${correction}.`,
  };
  return cellMap(
    ground,
    'database-map',
    caption,
    (cell) => colourOfKind(kindOf(cell)),
    [],
    keyOf(entries),
  );
}

function keyOf(entries: readonly { colour: string; name: string }[]): Legend {
  const lines = entries.map(
    ({ colour, name }, i) => rectAt(0, 6 + 18 * i, 12, 12, colour) + textAt(18, 16 + 18 * i, name),
  );
  return { svg: lines.join('\n'), height: Math.max(COLOUR_BAR_HEIGHT, 6 + 18 * entries.length) };
}
