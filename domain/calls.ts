/** Every call of the API, in one list: the server's routes, the OpenAPI document and the tests are made from it. */
import { accounts } from './accounts/calls.ts';
import { banking } from './banking/calls.ts';
import type { CallSpec } from './call.ts';
import { content } from './content/calls.ts';
import { payments } from './payments/calls.ts';
import { portal } from './portal/calls.ts';

export const calls: readonly CallSpec[] = [portal, content, accounts, banking, payments].flatMap((area) =>
  Object.values<CallSpec>(area),
);
