/** `dist/service.js`: runs the service, bundled into the script that `bundle` names. */
import { runScript } from './run-script.ts';

declare const SCRIPT: string;

runScript(new URL(SCRIPT, import.meta.url));
