import { createContext, type FunctionComponent, h } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { usePage } from '../use-page.ts';

type Module = typeof import('./parts.ts');
type Parts = { [Name in keyof Module]: FunctionComponent<PropsOf<Name>> };

/** A part without properties takes none. */
type PropsOf<Name extends keyof Module> = Parameters<Module[Name]>[0] extends infer Props extends
  object
  ? Props
  : object;

/** Loads the parts that are drawn later. Null in HTML, which has none. */
export const LoadParts = createContext<(() => Promise<Parts>) | null>(null);

interface LaterProps<Name extends keyof Parts> {
  name: Name;
  props: PropsOf<Name>;
}

/** A part of the page that is loaded when it is drawn first. */
export function Later<Name extends keyof Parts>({ name, props }: LaterProps<Name>) {
  const { words } = usePage();
  const loadParts = useContext(LoadParts);
  const [parts, setParts] = useState<Parts | 'failed' | null>(null);
  useEffect(() => {
    loadParts?.().then(setParts, () => setParts('failed'));
  }, []);
  if (parts === 'failed') return <p role="alert">{words.partFailed}</p>;
  return parts ? h(parts[name], props) : <div aria-busy="true" />;
}
