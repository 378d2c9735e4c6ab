import { open } from 'https://data.example/sdk/lookup.mjs';

const data = 'https://data.example/data/';
const sun = await open(`${data}pv-yield.bin`, { prices: `${data}prices.bin` });

const roof = { lat: 59.33, lng: 18.07, tilt: 40, azimuth: 180, kwp: 10 };
const { annual_kwh, monthly_kwh } = await sun.lookup(roof);
console.log(annual_kwh, monthly_kwh);
