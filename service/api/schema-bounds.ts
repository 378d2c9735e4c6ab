import { schemaOf } from '../../schemas/checks/all-schemas.ts';
import type { Bounds } from './read-profile.ts';

/** The bounds that a schema sets on a number; its own file, since pages read profiles without the schemas. @param ref the schema's file and the way to the number in it */
export function boundsOf(ref: string): Bounds {
  const { minimum = -Infinity, maximum = Infinity } = schemaOf(ref);
  return { min: minimum, max: maximum };
}
