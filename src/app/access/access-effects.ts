/** Keeps the memory of who may open what true to what is done, and carries out the effects that go on from a held page. */
import * as v from 'valibot';
import { BorrowerActions } from '#domain/access/shapes.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import type { AccessMemory } from './access-memory.ts';

export interface AccessSurroundings {
  readonly memory: AccessMemory;
  /** The web account of who is signed in. */
  readonly webAccountId: () => string | undefined;
  readonly go: (address: string) => Promise<void>;
}

const ActionDone = v.object({ borrowerActions: BorrowerActions });

/** Where a session begins or ends: what was known before is of no account any more. */
const TURNS = ['session.finishSignIn', 'session.leaveForSignOut'];

/** Runs effects, and takes note of those that change who may open what. */
export function withAccess(run: RunEffect, { memory, webAccountId, go }: AccessSurroundings): RunEffect {
  async function leavePastDue(): Promise<void> {
    const id = webAccountId();
    if (id !== undefined) memory.seePastDue(id);
    await go('/dashboard');
  }

  async function leaveAction(input: unknown): Promise<void> {
    const { borrowerActions } = v.parse(ActionDone, input);
    const id = webAccountId();
    if (id !== undefined) memory.keepActions(id, borrowerActions);
    await go((id === undefined ? undefined : memory.takeReturn(id)) ?? '/');
  }

  return async (effect, input, signal) => {
    if (effect.kind === 'call') {
      const answer = await run(effect, input, signal);
      if (effect.call.changesAccess === true) memory.clearFacts();
      return answer;
    }
    if (effect.name === 'access.leavePastDue') return leavePastDue();
    if (effect.name === 'access.leaveAction') return leaveAction(input);
    if (TURNS.includes(effect.name)) memory.forget();
    return run(effect, input, signal);
  };
}
