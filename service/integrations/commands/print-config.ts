/** `make config`, the half of the integrations. */

import { commandLine } from '../../../schemas/commands/command-line.ts';
import { printSettings } from '../../http/settings.ts';
import { INTEGRATIONS_SETTINGS } from '../config.ts';

commandLine('integrations config');
printSettings('The integrations (make integrations)', INTEGRATIONS_SETTINGS, process.env);
