import type { NamedClock, Stamp } from '../times/axis.ts';
import type { DateOrder } from '../times/times.ts';
import type { Kind } from '../values/kinds.ts';
import type { Role } from '../values/names.ts';
import type { DecimalSign } from '../values/numbers.ts';
import type { Unit } from '../values/units.ts';

/** How a file writes dates and numbers. Null where its cells show it. */
export interface Writing {
  order: DateOrder | null;
  decimal: DecimalSign | null;
}

/** Choices that a person has made in place of those that were understood, by the column's place. */
export interface Choices extends Writing {
  roles: Record<number, Role>;
  units: Record<number, Unit>;
  kinds: Record<number, Kind>;
  clock: NamedClock | null;
  stamp: Stamp | null;
}

export const NO_CHOICES: Choices = {
  roles: {},
  units: {},
  kinds: {},
  clock: null,
  stamp: null,
  order: null,
  decimal: null,
};
