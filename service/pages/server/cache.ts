/** Caches what was made under a name until one of its inputs changes. A rejected promise is not cached. */
export function createCache<Made>() {
  const cached = new Map<string, { parts: readonly unknown[]; made: Made }>();
  return (name: string, parts: readonly unknown[], make: () => Made): Made => {
    const before = cached.get(name);
    if (before?.parts.every((part, index) => part === parts[index])) return before.made;
    const made = make();
    cached.set(name, { parts, made });
    if (made instanceof Promise)
      made.catch(() => cached.get(name)?.made === made && cached.delete(name));
    return made;
  };
}
