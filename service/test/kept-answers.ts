import { createHash } from 'node:crypto';

/** A question of the yield API. */
export interface Question {
  path: string;
  body?: { items: object[] };
}

const STEPS = 30;
/** Fractional parts of multiples of these spread evenly over place and plane. */
const [BY_LAT, BY_LNG, BY_TILT, BY_AZIMUTH] = [
  0.6180339887, 0.7548776662, 0.8191725134, 0.4142135624,
];

/** Lookups, matrices and a batch at points over all of Sweden, none with a parameter that came with dataset 0.5.0. */
export function oldQuestions(): Question[] {
  const items = Array.from({ length: STEPS }, (_, i) => {
    const part = (of: number) => (i * of) % 1;
    const lat = 56 + 10 * part(BY_LAT);
    return {
      lat: Number(lat.toFixed(3)),
      // The country leans to the east as it goes north.
      lng: Number((13.6 + 0.55 * (lat - 56) + part(BY_LNG)).toFixed(3)),
      tilt: Math.floor(91 * part(BY_TILT)),
      azimuth: Math.floor(360 * part(BY_AZIMUTH)),
      ...(i % 3 === 0 ? { kwp: 7.5 } : {}),
      ...(i % 5 === 0 ? { system_loss: 0.2, shading: 0.9 } : {}),
    };
  });
  const queries = items.map((item) =>
    Object.entries(item)
      .map(([name, value]) => `${name}=${value}`)
      .join('&'),
  );
  const points = items.map(({ lat, lng }) => `lat=${lat}&lng=${lng}`);
  return [
    ...queries.map((query) => ({ path: `/api/v1/pv-yield?${query}` })),
    ...points.slice(0, 6).map((point) => ({ path: `/api/v1/pv-yield/matrix?${point}` })),
    { path: '/api/v1/pv-yield/batch', body: { items } },
  ];
}

/** Digest of an answer without its spread between years and the dataset's version. */
export function digestOf(text: string, version: string): string {
  const kept = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
    key === 'variability' ? undefined : value,
  );
  const hash = createHash('sha256').update(kept.replaceAll(version, ''));
  return hash.digest('hex').slice(0, 16);
}
