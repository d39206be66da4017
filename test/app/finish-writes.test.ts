/** A change that is being sent is not ended with its page. */
import { expect, it } from 'vitest';
import { paperless } from '#domain/messages/paperless/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { finishingWrites } from '#src/app/browser/finish-writes.ts';

it.each<[string, CallSpec, boolean]>([
  ['a change goes on', paperless.enroll, false],
  ['a read ends', paperless.status, true],
])('%s when its page is left', async (_, call, isEnded) => {
  const page = new AbortController();
  let sent: AbortSignal | undefined;
  const run = finishingWrites(async (__, ___, signal) => {
    sent = signal;
  });
  await run({ kind: 'call', call }, {}, page.signal);
  page.abort();
  expect(sent?.aborted).toBe(isEnded);
});
