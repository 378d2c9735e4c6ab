/**
 * `make faults`: what one machine, one tenant or one provider can do, on real parts. Exit code 1 unless every fault was
 * survived, and nothing was lost, doubled or answered wrongly. SEED repeats a run's random numbers.
 */
import './nodes.ts';
import './integrations.ts';
import './processes.ts';
