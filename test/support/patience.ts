/** How long a test of views waits for what comes: a slow machine loses nothing by it. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 20_000 });
