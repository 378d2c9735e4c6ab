import type { FunctionComponent } from 'preact';
import { useModule } from './use-module.ts';

interface LaterProps<Props> {
  /** Loads the component. */
  load(): Promise<FunctionComponent<Props>>;
  props: Props;
}

/** A component whose module is loaded when it is drawn first. */
export function Later<Props extends object>({ load, props }: LaterProps<Props>) {
  const Loaded = useModule(load, true);
  return Loaded && Loaded !== 'failed' ? <Loaded {...props} /> : null;
}
