/** The layout's requests to the server, except for managed texts. */
import type { CallResponse, CallSpec } from '#domain/call.ts';
import * as v from 'valibot';
import { content } from '#domain/portal/content/calls.ts';
import { identity } from '#domain/session/identity/calls.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import type { Started } from '#machines/portal/startup/startup.machine.ts';
import { type Load, loadedAtOnce } from './loaded.ts';

export interface Loaders {
  /** The universal messages (P §2.3). */
  readonly loadMessages: Load<CallResponse<typeof content.list>>;
  /** The web account of the signed-in person (P §3). */
  readonly loadWebAccount: Load<CallResponse<typeof identity.webAccount>>;
}

export function createLoaders(run: RunEffect, { contentVersion }: Started): Loaders {
  const ask = (call: CallSpec, request: unknown) => run({ kind: 'call', call }, request, new AbortController().signal);
  const version = contentVersion.versionContent;
  const messages = { params: { section: 'usds', name: 'universalmessages' }, query: { version } };
  return {
    loadMessages: loadedAtOnce(async () => v.parse(content.list.response, await ask(content.list, messages))),
    loadWebAccount: async () => v.parse(identity.webAccount.response, await ask(identity.webAccount, {})),
  };
}
