/** Contact information with the machine that it invokes running for real: what is sent, and what is never lost. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import factsModel from '#machines/contact-facts/contact-facts.model.ts';
import { hasUnsavedContact } from '#machines/contact-information/contact-information.forms.ts';
import { contactInformation } from '#machines/contact-information/contact-information.machine.ts';
import model from '#machines/contact-information/contact-information.model.ts';
import type { FlowModel } from '#machines/kit/model.ts';
import completionModel from '#machines/complete-required-action/complete-required-action.model.ts';
import { ScriptedClock, ScriptedEffects } from '#test/support/scripted.ts';
import { outcomeOf } from '#test/support/walk.ts';

async function opened(action: string | null = null) {
  const effects = new ScriptedEffects(contactInformation);
  const machine = effects.provide(contactInformation);
  const actor = createActor(machine, { input: { action }, clock: new ScriptedClock() });
  actor.start();
  const answer = (source: string, outcome: string, of: FlowModel = model) =>
    effects.settle({ source }, outcomeOf(of, { source, outcome }));
  await answer('contact', 'all of it', factsModel);
  await answer('countries', 'the countries', factsModel);
  await answer('getStates', 'several states');
  const enter = (field: string, value: string) => actor.send({ type: 'field.changed', field, value });
  return { actor, answer, effects, enter, context: () => actor.getSnapshot().context };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const sent = ({ effects }: Opened) => effects.pending.map(({ source, input }) => ({ source, input }));

/** What the model's borrower has, in the form in which it is sent. */
const known = {
  email: 'avery@example.com',
  homePhone: '4025550131',
  mobilePhone: '',
  country: 'US',
  street: '2217 Prairie Rose Lane',
  city: 'Lincoln',
  state: 'NE',
  zip: '68506',
};

describe('a change', () => {
  let it: Opened;
  beforeEach(async () => {
    it = await opened();
    it.actor.send({ type: 'change.wanted' });
  });

  test('is sent normalized, with the revision on which it is based', () => {
    it.enter('mobilePhone', '(402) 555-0143');
    it.enter('zip', '685061234');
    it.actor.send({ type: 'submit.pressed' });
    expect(sent(it)).toEqual([
      {
        source: 'saveContact',
        input: { body: { ...known, mobilePhone: '4025550143', zip: '68506-1234', updatedAt: null } },
      },
    ]);
  });

  test('is normalized as its fields are left', () => {
    it.enter('mobilePhone', '(402) 555-0143');
    it.actor.send({ type: 'field.left', field: 'mobilePhone' });
    expect(it.context().form.values.mobilePhone).toBe('402-555-0143');
    it.enter('zip', '685061234');
    it.actor.send({ type: 'field.left', field: 'zip' });
    expect(it.context().form.values.zip).toBe('68506-1234');
  });

  test('that could not be saved is still there, as it was typed (ruling 3)', async () => {
    it.enter('city', 'Omaha');
    it.actor.send({ type: 'submit.pressed' });
    const { values } = it.context().form;
    await it.answer('saveContact', 'no answer in time');
    expect(it.actor.getSnapshot().matches('editingContact')).toBe(true);
    expect(it.context()).toMatchObject({ notice: 'couldNotSave', form: { values } });
    expect(values.city).toBe('Omaha');
  });

  test('that meets another one is kept until the person chooses, and then follows the latest', async () => {
    it.enter('city', 'Omaha');
    it.actor.send({ type: 'submit.pressed' });
    await it.answer('saveContact', 'it has been changed elsewhere');
    const latest = { ...known, city: 'Kearney', updatedAt: '2026-11-20T15:00:01.000Z' };
    await it.effects.settle({ source: 'getContact' }, { answers: latest });
    expect(it.actor.getSnapshot().matches('changedElsewhere')).toBe(true);
    expect(it.context()).toMatchObject({ latest, form: { values: { city: 'Omaha' } } });
    it.actor.send({ type: 'changes.kept' });
    it.actor.send({ type: 'submit.pressed' });
    expect(sent(it)).toEqual([
      { source: 'saveContact', input: { body: { ...known, city: 'Omaha', updatedAt: latest.updatedAt } } },
    ]);
  });

  test('gives way to the latest where the person takes it', async () => {
    it.enter('city', 'Omaha');
    it.actor.send({ type: 'submit.pressed' });
    await it.answer('saveContact', 'it has been changed elsewhere');
    const latest = { ...known, country: 'GI', state: '', zip: '', updatedAt: '2026-11-20T15:00:01.000Z' };
    await it.effects.settle({ source: 'getContact' }, { answers: latest });
    it.actor.send({ type: 'latest.chosen' });
    expect(sent(it)).toEqual([{ source: 'getStates', input: { params: { countryCode: 'GI' } } }]);
    await it.answer('getStates', 'no states');
    expect(it.actor.getSnapshot().matches('showingContact')).toBe(true);
    expect(it.context()).toMatchObject({ contact: latest, form: { values: { city: 'Lincoln', country: 'GI' } } });
  });

  test('of the country asks for its states, resets the state, and keeps all else (P §4)', async () => {
    it.enter('city', 'Omaha');
    it.enter('country', 'GI');
    expect(sent(it)).toEqual([{ source: 'getStates', input: { params: { countryCode: 'GI' } } }]);
    expect(it.context()).toMatchObject({ states: null, form: { values: { city: 'Omaha', state: '' } } });
    // Nothing is saved before it is known whether a state has to be chosen.
    it.actor.send({ type: 'submit.pressed' });
    expect(it.context().form.panel).toEqual([{ field: 'state', issue: { code: 'state.listMissing' } }]);
    await it.answer('getStates', 'no states');
    expect(it.context().form.panel).toEqual([]);
    it.actor.send({ type: 'submit.pressed' });
    expect(sent(it).map(({ source }) => source)).toEqual(['saveContact']);
  });

  test('of the country, twice in a row, takes the states of the later one alone', async () => {
    it.enter('country', 'GI');
    it.enter('country', 'US');
    expect(sent(it)).toEqual([{ source: 'getStates', input: { params: { countryCode: 'US' } } }]);
    await it.answer('getStates', 'several states');
    expect(it.context().states).toHaveLength(2);
  });
});

describe('where it comes before everything else', () => {
  test('confirming sends what is there, and what is left to be done is known before the page is left', async () => {
    const it = await opened('contact-info');
    it.actor.send({ type: 'confirm.pressed' });
    expect(sent(it)).toEqual([{ source: 'saveContact', input: { body: { ...known, updatedAt: null } } }]);
    await it.answer('saveContact', 'it is saved');
    expect(sent(it)).toEqual([{ source: 'completeAction', input: { body: { action: 'contact-info' } } }]);
    await it.effects.settle({ source: 'completeAction' }, { answers: { borrowerActions: ['agreements'] } });
    expect(sent(it)).toEqual([{ source: 'leave', input: { borrowerActions: ['agreements'] } }]);
    await it.answer('leave', 'the address opens', completionModel);
    expect(it.actor.getSnapshot().status).toBe('done');
  });

  test('it stays, and is saved already, where it could not be left', async () => {
    const it = await opened('contact-info');
    it.actor.send({ type: 'confirm.pressed' });
    await it.answer('saveContact', 'it is saved');
    await it.answer('completeAction', 'no answer in time', completionModel);
    expect(it.actor.getSnapshot().matches('couldNotContinue')).toBe(true);
    it.actor.send({ type: 'continue.pressed' });
    expect(sent(it).map(({ source }) => source)).toEqual(['completeAction']);
  });

  test('in the profile there is nothing to confirm', async () => {
    const it = await opened();
    it.actor.send({ type: 'confirm.pressed' });
    expect(it.actor.getSnapshot().matches('showingContact')).toBe(true);
    expect(sent(it)).toEqual([]);
  });
});

describe('what is not saved', () => {
  const isUnsaved = (it: Opened): boolean =>
    it.actor.getSnapshot().hasTag('entering') && hasUnsavedContact(it.context());

  test('is what was typed, until it is typed back, cancelled or saved', async () => {
    const it = await opened();
    expect(isUnsaved(it)).toBe(false);
    it.actor.send({ type: 'change.wanted' });
    expect(isUnsaved(it)).toBe(false);
    it.enter('city', 'Omaha');
    expect(isUnsaved(it)).toBe(true);
    it.enter('city', known.city);
    expect(isUnsaved(it)).toBe(false);
    it.enter('city', 'Omaha');
    it.actor.send({ type: 'submit.pressed' });
    expect(isUnsaved(it)).toBe(true);
    await it.answer('saveContact', 'it is saved');
    expect(isUnsaved(it)).toBe(false);
  });
});
