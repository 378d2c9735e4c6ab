import { createClient } from 'https://sun.example/sdk/client.mjs';

const sun = createClient({ base: 'https://sun.example' });
const faces = [
  { tilt: 27, azimuth: 100, kwp: 5 },
  { tilt: 27, azimuth: 280, kwp: 5 },
];
const house = { lat: 59.61, lng: 16.55, faces, use: 15000 };
const { production, comparison } = await sun.roof(house);
const best = comparison.best.by_total_benefit;
console.log(JSON.stringify({ annual_kwh: production.annual_kwh, best }));
