/** Caches what was made under a name until one of its inputs changes. A rejected promise is not cached. */
export function createCache<Made>() {
  const kept = new Map<string, { parts: readonly unknown[]; made: Made }>();
  return (name: string, parts: readonly unknown[], make: () => Made): Made => {
    const before = kept.get(name);
    if (before?.parts.every((part, index) => part === parts[index])) return before.made;
    const made = make();
    kept.set(name, { parts, made });
    if (made instanceof Promise)
      made.catch(() => kept.get(name)?.made === made && kept.delete(name));
    return made;
  };
}
