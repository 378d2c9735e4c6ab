/** The one call that is used of it. The package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Locks a whole open file only for this descriptor. False when another descriptor has it. */
  export function tryLock(file: number): boolean;
}
