/** `make config`, the service's half. */
import { printSettings } from '../http/settings.ts';
import { SETTINGS } from './config.ts';

printSettings('The service (make serve)', SETTINGS, process.env);
