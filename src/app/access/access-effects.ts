/** Updates the access memory after effects that change it, and runs the effects that leave a blocking page. */
import { APPLICATION_IN_PROCESS } from '#domain/session/access/rules.ts';
import type { EffectHandlers, RunEffect } from '#machines/kit/effect.ts';
import type { AccessMemory } from './access-memory.ts';

export interface AccessDeps {
  readonly memory: AccessMemory;
  /** The web account of the signed-in person. */
  readonly webAccountId: () => string | undefined;
  readonly go: (address: string) => Promise<void>;
}

/** Effects that begin or end a session, which invalidates the stored data. */
const SESSION_BOUNDARIES: readonly (keyof EffectHandlers)[] = ['session.finishSignIn', 'session.leaveForSignOut'];

/** The effects that go on from a held page. */
export const accessEffects = ({ memory, webAccountId, go }: AccessDeps) =>
  ({
    'access.leavePastDue': async () => {
      const id = webAccountId();
      if (id !== undefined) memory.seePastDue(id);
      await go('/dashboard');
    },
    'access.leaveForInProcess': () => go(APPLICATION_IN_PROCESS),
    'access.leaveAction': async ({ borrowerActions }) => {
      const id = webAccountId();
      if (id !== undefined) memory.storeActions(id, borrowerActions);
      await go((id === undefined ? undefined : memory.popReturnUrl(id)) ?? '/');
    },
  }) satisfies Partial<EffectHandlers>;

/**
 * Runs effects, and updates the access memory after effects that change access, and from responses that say whether to offer
 * help with payments. `webAccountId` returns the web account of the signed-in person.
 */
export const withAccess =
  (run: RunEffect, memory: AccessMemory, webAccountId: () => string | undefined): RunEffect =>
  async (effect, input, signal, onProgress) => {
    if (effect.kind === 'effect' && SESSION_BOUNDARIES.includes(effect.name)) memory.forget();
    try {
      const answer = await run(effect, input, signal, onProgress);
      const id = webAccountId();
      const mayGetHelp = effect.kind === 'call' ? effect.call.mayGetHelpIn?.(answer) : undefined;
      if (mayGetHelp !== undefined && id !== undefined) memory.storeMayGetHelp(id, mayGetHelp);
      return answer;
    } finally {
      // Also without a response, because the server may have received the call.
      if (effect.kind === 'call' && effect.call.changesAccess === true) memory.clearFacts();
    }
  };
