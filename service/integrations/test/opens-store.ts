/** A process to be killed: opens the store, encrypts what is plain in it, and ends. */
import { openStore } from '../store/open-store.ts';
import { SEALER } from './organisation.ts';

const [, , file] = process.argv;

process.stdout.write('starts\n');
const store = await openStore({ file, databaseUrl: undefined }, SEALER);
await store.close();
