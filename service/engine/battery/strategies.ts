import schema from '../../../schemas/api/simulation-battery.schema.json' with { type: 'json' };
import type { BatteryStrategy } from '../../../schemas/types.ts';

/** The strategies in the contract's order, from the simplest on, which settles ties. Apart from what pages load. */
export const STRATEGIES = schema.$defs.strategy.enum as readonly BatteryStrategy[];
