/** What a worker's Vitest is started with; all else is done by its runner, `driver.mjs`. */
import { test } from 'vitest';

test('nothing', () => undefined);
