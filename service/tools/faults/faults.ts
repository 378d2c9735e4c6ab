/**
 * `make faults`: what one machine, one tenant or one provider can do, on real parts. Exit code 1 unless every fault was
 * survived, and nothing was lost, doubled or answered wrongly.
 */
import './memory.ts';
import './integrations.ts';
import './store-file.ts';
import './build.ts';
import './service.ts';
import './nodes.ts';
import { runSuites } from './tally.ts';

runSuites();
