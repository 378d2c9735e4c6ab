/** Types of packages that lack them. */

/** Its own types describe an ES module, but Node loads a CommonJS file that exports the class. */
declare module 'personnummer' {
  class Personnummer {
    static valid(number: string): boolean;
    static parse(number: string): Personnummer;
    /** @param isLong with the century */
    format(isLong: boolean): string;
  }
  export = Personnummer;
}

/** The one call that is used of it. The package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Locks a whole open file only for this descriptor. False when another descriptor has it. */
  export function tryLock(file: number): boolean;
}
