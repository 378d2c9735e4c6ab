/** `dist/service.cjs`: runs the service, bundled into the script that `bundle` names. In CommonJS, since Node's loader of modules takes a tenth of a start. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runScript } from './run-script.ts';

declare const SCRIPT: string;

runScript(pathToFileURL(join(__dirname, SCRIPT)));
