import { Counter, Gauge, type Registry } from 'prom-client';

/** Version of the package and commit of the sources, set by the bundler. */
declare const BUILD: { version: string; commit: string } | undefined;
const UNBUNDLED = { version: 'unbundled', commit: 'unbundled' };

/** Measures of any of our processes: which code it runs, and how many lines of its log nobody read. */
export function measureProcess(registry: Registry, droppedLines: () => number): void {
  const registers = [registry];
  new Gauge({
    name: 'sun_build_info',
    help: 'Version and commit of the code that runs; always 1.',
    labelNames: ['version', 'commit'],
    registers,
  }).set(typeof BUILD === 'undefined' ? UNBUNDLED : BUILD, 1);
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
