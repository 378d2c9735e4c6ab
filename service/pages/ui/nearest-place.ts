import { fill, formatNumber } from '../messages/format.ts';
import type { Language } from '../messages/messages.ts';
import type { PlaceList } from './places.ts';

export interface FoundPlace {
  name: string;
  municipality: string;
  lat: number;
  lng: number;
}

const KM_PER_DEGREE = 111.2;
/** A place as near as this gives a roof its name. */
const THERE_KM = 3;
/** A place farther than this does not say where a roof is. */
const FAR_KM = 60;

/** Finds the nearest place and how far it is, on a map that is flat and true here. Null if there is none. */
export function findNearestPlace(
  list: PlaceList,
  lat: number,
  lng: number,
): { place: FoundPlace; km: number } | null {
  const eastKm = KM_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  let nearest: { place: FoundPlace; km: number } | null = null;
  for (const index of list.names.keys()) {
    const place = readPlace(list, index);
    const km = Math.hypot(KM_PER_DEGREE * (place.lat - lat), eastKm * (place.lng - lng));
    if (!nearest || km < nearest.km) nearest = { place, km };
  }
  return nearest;
}

/**
 * Names a roof's place: the nearest one, and how far it is where it is not there. Null far from all.
 * @param near the words for a distance: `{km} km from {name}`
 */
export function namePlace(
  list: PlaceList,
  { lat, lng }: { lat: number; lng: number },
  near: string,
  lang: Language,
): string | null {
  const nearest = findNearestPlace(list, lat, lng);
  if (!nearest || nearest.km > FAR_KM) return null;
  const { place, km } = nearest;
  if (km <= THERE_KM) return place.name;
  return fill(near, { km: formatNumber(km, lang), name: place.name });
}

/** Names the municipality around a point. Empty far from all. */
export function nameMunicipality(list: PlaceList, lat: number, lng: number): string {
  const nearest = findNearestPlace(list, lat, lng);
  return nearest && nearest.km <= FAR_KM ? nearest.place.municipality : '';
}

/** Reads a row of the list. */
export function readPlace(list: PlaceList, index: number): FoundPlace {
  return {
    name: list.names[index],
    municipality: list.municipalities[list.municipality[index]],
    lat: list.latMdeg[index] / 1000,
    lng: list.lngMdeg[index] / 1000,
  };
}
