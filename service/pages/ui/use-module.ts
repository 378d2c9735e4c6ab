import { useEffect, useState } from 'preact/hooks';

/** Loads a module by `import()` once it is wanted. Null until it has come. */
export function useModule<Module>(
  load: () => Promise<Module>,
  isWanted: boolean,
): Module | 'failed' | null {
  const [module, setModule] = useState<Module | 'failed' | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (loaded) => setModule(() => loaded),
      () => setModule('failed'),
    );
  }, [isWanted]);
  return module;
}
