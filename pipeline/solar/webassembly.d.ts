/** What is used of WebAssembly; it is in TypeScript's types of browsers, not in Node's. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    /** @param size pages of 64 kB */
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, number | Memory>>);
    readonly exports: Record<string, (...args: number[]) => void>;
  }
}
