/** The part of WebAssembly that is used. TypeScript declares it for browsers only. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    /** @param size pages of 64 kB */
    constructor(size: { initial: number });
    readonly buffer: ArrayBuffer;
    /** Adds pages and detaches the previous buffer. */
    grow(pages: number): void;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, number | Memory>>);
    readonly exports: Record<string, (...args: number[]) => void>;
  }
}
