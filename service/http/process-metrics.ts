import { Counter, Gauge, type Registry } from 'prom-client';

/** Version of the package and commit of the sources, set by the bundler. */
declare const BUILD_VERSION: string | undefined;
declare const BUILD_COMMIT: string | undefined;
const BUILD = {
  version: typeof BUILD_VERSION === 'undefined' ? 'unbundled' : BUILD_VERSION,
  commit: typeof BUILD_COMMIT === 'undefined' ? 'unbundled' : BUILD_COMMIT,
};

/** Measures of any of our processes: which code it runs, and how many lines of its log nobody read. */
export function measureProcess(registry: Registry, droppedLines: () => number): void {
  const registers = [registry];
  new Gauge({
    name: 'sun_build_info',
    help: 'Version and commit of the code that runs; always 1.',
    labelNames: ['version', 'commit'],
    registers,
  }).set(BUILD, 1);
  new Counter({
    name: 'sun_log_lines_dropped_total',
    help: 'Lines of the log that were dropped because nobody read standard output.',
    registers,
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
}
