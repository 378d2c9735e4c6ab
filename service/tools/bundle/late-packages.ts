/**
 * Packages that run when one of their functions is first called. At a start each would fill tables, compile
 * expressions or look up lines of a script of megabytes, a fifth of what the bundle's code takes until the first answer.
 */
import type { Plugin } from 'esbuild';
import { PROJECT } from './sources.ts';

/** Stand-ins by package: all of its functions that anything here calls. */
const FUNCTIONS: Record<string, string> = {
  'mime-types': `exports.contentType = (type) => require('mime-types').contentType(type);
    exports.lookup = (path) => require('mime-types').lookup(path);`,
  compressible: `module.exports = (type) => require('compressible')(type);`,
  depd: `module.exports = (name) => (message) => require('depd')(name)(message);`,
  'express-rate-limit': `exports.ipKeyGenerator = (ip, bits) => require('express-rate-limit').ipKeyGenerator(ip, bits);`,
};
const NAMES = new RegExp(`^(?:${Object.keys(FUNCTIONS).join('|')})$`);
const LATE = 'late-packages';

/** Puts those functions in the packages' places. */
export const latePackages: Plugin = {
  name: LATE,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: NAMES }, ({ path, namespace }) =>
      namespace === LATE ? undefined : { path, namespace: LATE },
    );
    onLoad({ filter: /^/, namespace: LATE }, ({ path }) => ({
      contents: FUNCTIONS[path],
      resolveDir: PROJECT,
    }));
  },
};
