/** Paths of all flows, part 1 of 2. Each part runs in its own worker. */
import { testMachines } from './machine-walks.ts';

testMachines(0);
