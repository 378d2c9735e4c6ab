/** `dist/service.cjs`: runs the service, bundled into the script that `bundle` names. In CommonJS, since Node's loader of modules takes a tenth of a start. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runScript } from './run-script.ts';

declare const SCRIPT: string;

// Nothing has been read yet that a SIGHUP could ask to be read again, and by default it would end the process.
process.on('SIGHUP', () => {});
runScript(pathToFileURL(join(__dirname, SCRIPT)));
