/** The one call that is used of it; the package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Locks a whole open file for this descriptor alone; false when another descriptor has it. */
  export function tryLock(file: number): boolean;
}
