/** Takes the answers of today as the golden ones (make bless). */
import pino from 'pino';
import { readConfig } from '../server/config.ts';
import { type Loaded, reload } from '../server/loaded.ts';
import { askGolden, type Golden, readGolden, writeGolden } from './golden.ts';
import { serve } from './service.ts';

if (process.env.CI)
  throw new Error(
    'Golden answers are not written in CI: run "make bless" and review the difference.',
  );
const loaded: Loaded = {
  pvYield: null,
  prices: null,
  keys: [],
  embeds: null,
  warning: null,
  cacheTag: null,
};
await reload(loaded, readConfig(process.env), pino({ enabled: false }));
const service = await serve({ loaded });
const golden: Golden[] = [];
for (const request of readGolden()) golden.push(await askGolden(service.base, request));
writeGolden(golden);
await service.close();
console.log(`Wrote ${golden.length} golden answers; read the difference before you commit it.`);
