/** A folder of the house and the rooms that its files import from. */
export interface Room {
  path: string;
  imports: readonly string[];
}

/** Rooms without the arrows that a way over other rooms already shows. */
export function removeDetours(rooms: readonly Room[]): Room[] {
  const importsOf = (path: string) => rooms.find((room) => room.path === path)?.imports ?? [];
  const reached = (path: string): Set<string> =>
    new Set(importsOf(path).flatMap((next) => [next, ...reached(next)]));
  return rooms.map(({ path, imports }) => ({
    path,
    imports: imports.filter(
      (target) => !imports.some((other) => other !== target && reached(other).has(target)),
    ),
  }));
}

/**
 * Rooms by floor, the topmost first: each lies above all that it imports from.
 * @throws Error when rooms import each other in a circle
 */
export function floorsOf(rooms: readonly Room[]): Room[][] {
  const floors: Room[][] = [];
  const placed = new Set<string>();
  while (placed.size < rooms.length) {
    const floor = rooms.filter(
      ({ path, imports }) => !placed.has(path) && imports.every((target) => placed.has(target)),
    );
    if (floor.length === 0) throw new Error('Rooms import each other in a circle.');
    floors.unshift(floor);
    for (const { path } of floor) placed.add(path);
  }
  return floors;
}
