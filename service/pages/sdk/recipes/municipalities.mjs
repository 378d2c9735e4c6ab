import { createClient } from 'https://sun.example/sdk/client.mjs';

const TABLE = `Kiruna,67.86,20.23
Umeå,63.83,20.26
Västerås,59.61,16.55
Malmö,55.61,13.00`;

const items = TABLE.split('\n').map((row) => {
  const [id, lat, lng] = row.split(',');
  return { id, lat: Number(lat), lng: Number(lng), tilt: 40, azimuth: 180 };
});
// Up to 50 places a call.
const { results } = await createClient({ base: 'https://sun.example' }).batch({ items });
for (const result of results) {
  console.log(`${result.id},${result.ok ? result.annual_kwh_kwp : result.error.message}`);
}
