/** Prints the errors of the table and of the built dataset against published figures. */
import { join } from 'node:path';
import { readPvYield } from '../schemas/codec/read-artifact.ts';
import { PROJECT } from '../schemas/project.ts';
import { printAccuracy } from './accuracy/print-accuracy.ts';

const artifact = await readPvYield(join(PROJECT, 'artifacts', 'pv-yield.bin'));
printAccuracy(artifact);
