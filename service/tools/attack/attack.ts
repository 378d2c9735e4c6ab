/** `make attack`: searches for calls that cost more than they may. Exit code 1 when there is one. */
import { searchCosts } from './cost-search.ts';

try {
  console.log(await searchCosts());
  process.exit(0);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exit(1);
}
