/** The initial test file of a worker's Vitest. The runner, `driver.mjs`, does everything else. */
import { test } from 'vitest';

test('nothing', () => undefined);
