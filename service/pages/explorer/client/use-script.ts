import { useEffect, useState } from 'preact/hooks';

/** Loads a script of its own once it is wanted; null until it has come. */
export function useScript<Script>(url: string, isWanted: boolean): Script | 'failed' | null {
  const [script, setScript] = useState<Script | 'failed' | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const load: Promise<Script> = import(url);
    load.then(
      (loaded) => setScript(() => loaded),
      () => setScript('failed'),
    );
  }, [isWanted]);
  return script;
}
