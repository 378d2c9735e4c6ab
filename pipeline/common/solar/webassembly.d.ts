/** The part of WebAssembly that is used. It is in TypeScript's types of browsers, not in Node's. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    /** @param size pages of 64 kB */
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
    /** Adds pages. Arrays of the buffer before have no length any more. */
    grow(pages: number): void;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, number | Memory>>);
    readonly exports: Record<string, (...args: number[]) => void>;
  }
}
