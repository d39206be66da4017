/** Timeout of view tests, long enough for a slow machine. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 20_000 });
