import { useState } from 'preact/hooks';
import { type EngineClient, startEngine } from './engine-client.ts';

/** The engine in a worker of its own; null when the browser cannot run it, and the API alone answers. */
export function useEngine(url: string): EngineClient | null {
  const [engine, setEngine] = useState<EngineClient | null>(() =>
    startEngine(url, () => setEngine(null)),
  );
  return engine;
}
