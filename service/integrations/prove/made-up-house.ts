/** A made-up house, which a proof and the demo sell to. */
import type { Lead } from '../../../schemas/types.ts';

export const ADDRESS = { street: 'Storgatan 1', postal_code: '72211', city: 'Västerås' };

export const HOUSE = {
  lat: 59.61,
  lng: 16.55,
  system: {
    panel_count: 24,
    panel_title: 'Panel 430 W',
    total_kw: 10.32,
    inverter_count: 1,
    inverter_title: 'Inverter 10 kW',
    battery_kwh: 10,
    charger_count: 1,
    roof_sides: 1,
  },
  household: { adults: 2, main_fuse_a: 20 },
} satisfies Pick<Lead, 'lat' | 'lng' | 'system' | 'household'>;
