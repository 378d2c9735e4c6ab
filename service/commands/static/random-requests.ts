import { covers } from '../../../schemas/codec/coverage-mask.ts';
import { colOfLng, latOfRow, lngOfCol, rowOfLat } from '../../../schemas/codec/grid.ts';
import type { PvYieldArtifact } from '../../../schemas/codec/pv-yield-artifact.ts';
import type { PvYieldQuery } from '../../../schemas/types.ts';

interface Place {
  lat: number;
  lng: number;
}

/**
 * Random lookups of a dataset: 60 % at covered places, 20 % at the border of what is covered, 15 % on centres and edges
 * of cells, 5 % anywhere.
 */
export function randomRequests(
  { mask, grid }: PvYieldArtifact,
  count: number,
  random: () => number,
): PvYieldQuery[] {
  const east = mask.cols * mask.lngStepDeg;
  const north = mask.rows * mask.latStepDeg;
  const anywhere = (): Place => ({
    lat: mask.south + north * random(),
    lng: mask.west + east * random(),
  });
  const covered = (): Place => {
    for (;;) {
      const place = anywhere();
      if (covers(mask, place.lat, place.lng)) return place;
    }
  };
  /** Halves the way from a covered place to one that is not until the border is near. */
  const atBorder = (): Place => {
    let inside = covered();
    let outside = anywhere();
    for (let i = 0; i < 12; i++) {
      const middle = { lat: (inside.lat + outside.lat) / 2, lng: (inside.lng + outside.lng) / 2 };
      if (covers(mask, middle.lat, middle.lng)) inside = middle;
      else outside = middle;
    }
    return random() < 0.7 ? inside : outside;
  };
  const onCell = (): Place => {
    const half = random() < 0.5 ? 0 : 0.5;
    const { lat, lng } = covered();
    const [row, col] = [rowOfLat(grid, lat), colOfLng(grid, lng)];
    return { lat: latOfRow(grid, row + half), lng: lngOfCol(grid, col + half) };
  };
  const placeOf = () => {
    const kind = random();
    if (kind < 0.6) return covered();
    if (kind < 0.8) return atBorder();
    return kind < 0.95 ? onCell() : anywhere();
  };
  return Array.from({ length: count }, (_, i) => ({
    ...placeOf(),
    tilt: 90 * random(),
    azimuth: 360 * random(),
    ...(i % 2 === 0 ? { kwp: 20 * random() } : {}),
    ...(i % 3 === 0 ? { system_loss: 0.6 * random(), shading: random() } : {}),
  }));
}
