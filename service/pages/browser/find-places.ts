import type { PlaceList } from '../shared/places.ts';

/** A place that a text may mean. */
export interface FoundPlace {
  name: string;
  municipality: string;
  lat: number;
  lng: number;
}

/**
 * Finds the places whose name begins with a text, then those of the municipalities that do; letters count without
 * their dots and rings, so that "malmo" finds Malmö.
 */
export function findPlaces(list: PlaceList, text: string, most: number): FoundPlace[] {
  const sought = stripAccents(text);
  if (sought === '') return [];
  const begins = (name: string) => stripAccents(name).startsWith(sought);
  const all = list.names.map((_, place) => place);
  const byName = all.filter((place) => begins(list.names[place]));
  const exact = (place: number) => Number(stripAccents(list.names[place]) === sought);
  const byMunicipality = all.filter(
    (place) => begins(list.municipalities[list.municipality[place]]) && !begins(list.names[place]),
  );
  return [...byName.sort((a, b) => exact(b) - exact(a)), ...byMunicipality]
    .slice(0, most)
    .map((place) => placeAt(list, place));
}

const KM_PER_DEGREE = 111.2;

/** Finds the nearest place and how far it is, on a map that is flat and true here; null if there is none. */
export function findNearestPlace(
  list: PlaceList,
  lat: number,
  lng: number,
): { place: FoundPlace; km: number } | null {
  const eastKm = KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  let nearest: { place: FoundPlace; km: number } | null = null;
  for (const index of list.names.keys()) {
    const place = placeAt(list, index);
    const km = Math.hypot(KM_PER_DEGREE * (place.lat - lat), eastKm * (place.lng - lng));
    if (!nearest || km < nearest.km) nearest = { place, km };
  }
  return nearest;
}

function placeAt(list: PlaceList, index: number): FoundPlace {
  return {
    name: list.names[index],
    municipality: list.municipalities[list.municipality[index]],
    lat: list.latMdeg[index] / 1000,
    lng: list.lngMdeg[index] / 1000,
  };
}

const NUMBER = String.raw`(-?\d{1,3}(?:[.,]\d+)?)\s*°?\s*`;
const POINT = new RegExp(`^\\s*${NUMBER}N?[\\s,;]+${NUMBER}[EOÖ]?\\s*$`, 'i');

/** Reads the point that a text names as latitude and longitude, with points or commas: `59.61, 16.55`. */
export function readPoint(text: string): { lat: number; lng: number } | null {
  const found = POINT.exec(text);
  if (!found) return null;
  const [lat, lng] = [found[1], found[2]].map((part) => Number(part.replace(',', '.')));
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

function stripAccents(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
