import type { ConfiguratorData } from '../../shared/configurator-data.ts';
import type { Change, Chosen } from './state.ts';

/** What every step is given. */
export interface StepProps {
  data: ConfiguratorData;
  chosen: Chosen;
  change: Change;
}
