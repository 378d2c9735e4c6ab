/** `make config`, the half of the integrations. */
import { printSettings } from '../../http/settings.ts';
import { INTEGRATIONS_SETTINGS } from '../config.ts';

printSettings('The integrations (make integrations)', INTEGRATIONS_SETTINGS, process.env);
