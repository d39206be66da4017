/** The placeholders of effects: whoever runs a machine is told which call is meant. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createActor, setup } from 'xstate';
import { defineCall } from '#domain/call.ts';
import { callVersions, provideEffects } from '#machines/kit/effect.ts';

const common = { method: 'POST', summary: '', access: ['borrower'], timeLimit: 'write', response: v.string() } as const;
const newer = defineCall({
  ...common,
  id: 'letters.send',
  path: 'letters/v2',
  body: v.strictObject({ to: v.string() }),
});
const older = defineCall({
  ...common,
  id: 'letters.sendV1',
  path: 'letters/v1',
  body: v.strictObject({ name: v.string() }),
});

type Letter = { body: { to: string } | { name: string } };

/** The call by which a letter is sent. */
async function callFor(letter: Letter): Promise<string[]> {
  const made: string[] = [];
  const machine = setup({
    types: { input: {} as Letter, context: {} as Letter },
    actors: { send: callVersions(newer, older) },
  }).createMachine({
    context: ({ input }) => input,
    invoke: { id: 'send', src: 'send', input: ({ context }) => context },
  });
  const run = async (effect: { kind: string; call?: { id: string } }) => {
    made.push(effect.call?.id ?? effect.kind);
    return 'sent';
  };
  createActor(provideEffects(machine, run), { input: letter }).start();
  return made;
}

describe('a call that is taken in several versions', () => {
  it('is made by the version whose body a request has', async () => {
    expect(await callFor({ body: { to: 'Avery' } })).toEqual(['letters.send']);
    expect(await callFor({ body: { name: 'Avery' } })).toEqual(['letters.sendV1']);
  });

  it('is made by the first where the body is wrong, so that the server says what is', async () => {
    expect(await callFor({ body: { to: 'Avery', name: 'Avery' } })).toEqual(['letters.send']);
  });
});
