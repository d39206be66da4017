/** Paths of all flows, part 2 of 2. Each part runs in its own worker. */
import { testMachines } from './machine-walks.ts';

testMachines(1);
