/** Contact information with its real invoked machine: the requests, and the input that must not be lost. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import factsModel from '#machines/profile/contact-information/contact-facts.model.ts';
import { hasUnsavedContact } from '#machines/profile/contact-information/contact-information.forms.ts';
import { contactInformation } from '#machines/profile/contact-information/contact-information.machine.ts';
import model from '#machines/profile/contact-information/contact-information.model.ts';
import type { FlowModel } from 'xstate-workbench/model';
import completionModel from '#machines/portal/complete-required-action/complete-required-action.model.ts';
import { ScriptedClock, ScriptedEffects } from '#test/support/scripted.ts';
import { findOutcome } from '#test/support/walk.ts';

async function opened(action: string | null = null) {
  const effects = new ScriptedEffects(contactInformation);
  const machine = effects.provide(contactInformation);
  const actor = createActor(machine, { input: { action, draft: null }, clock: new ScriptedClock() });
  actor.start();
  const answer = (source: string, outcome: string, of: FlowModel = model) =>
    effects.settle({ source }, findOutcome(of, { source, outcome }));
  await answer('contact', 'all of it', factsModel);
  await answer('countries', 'the countries', factsModel);
  await answer('getStates', 'several states');
  const enter = (field: string, value: string) => actor.send({ type: 'field.changed', field, value });
  return { actor, answer, effects, enter, context: () => actor.getSnapshot().context };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const sent = ({ effects }: Opened) => effects.pending.map(({ source, input }) => ({ source, input }));

/** Contact information of the model's borrower, in wire format. */
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
    it.actor.send({ type: 'change.requested' });
  });

  test('sends normalized values, with the revision on which it is based', () => {
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

  test('normalizes each field when it is left', () => {
    it.enter('mobilePhone', '(402) 555-0143');
    it.actor.send({ type: 'field.left', field: 'mobilePhone' });
    expect(it.context().form.values.mobilePhone).toBe('402-555-0143');
    it.enter('zip', '685061234');
    it.actor.send({ type: 'field.left', field: 'zip' });
    expect(it.context().form.values.zip).toBe('68506-1234');
  });

  test('keeps the input after a failed save (ruling 3)', async () => {
    it.enter('city', 'Omaha');
    it.actor.send({ type: 'submit.pressed' });
    const { values } = it.context().form;
    await it.answer('saveContact', 'no answer in time');
    expect(it.actor.getSnapshot().matches('editingContact')).toBe(true);
    expect(it.context()).toMatchObject({ notice: 'couldNotSave', form: { values } });
    expect(values.city).toBe('Omaha');
  });

  test('keeps the input after a conflict until the person chooses, and then saves it based on the latest version', async () => {
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

  test('discards the input if the person chooses the latest version', async () => {
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

  test('of the country loads its states, clears the selected state and keeps the other input (P §4)', async () => {
    it.enter('city', 'Omaha');
    it.enter('country', 'GI');
    expect(sent(it)).toEqual([{ source: 'getStates', input: { params: { countryCode: 'GI' } } }]);
    expect(it.context()).toMatchObject({ states: null, form: { values: { city: 'Omaha', state: '' } } });
    // Nothing is saved before the states have loaded, because a state may be required.
    it.actor.send({ type: 'submit.pressed' });
    expect(it.context().form.panel).toEqual([{ field: 'state', issue: { code: 'state.listMissing' } }]);
    await it.answer('getStates', 'no states');
    expect(it.context().form.panel).toEqual([]);
    it.actor.send({ type: 'submit.pressed' });
    expect(sent(it).map(({ source }) => source)).toEqual(['saveContact']);
  });

  test('of the country, twice in a row, uses only the states of the later one', async () => {
    it.enter('country', 'GI');
    it.enter('country', 'US');
    expect(sent(it)).toEqual([{ source: 'getStates', input: { params: { countryCode: 'US' } } }]);
    await it.answer('getStates', 'several states');
    expect(it.context().states).toHaveLength(2);
  });
});

describe('on a required page', () => {
  test('confirming sends the current contact information, and updates the remaining actions before the page closes', async () => {
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

  test('the page stays open with the saved change if the requested address does not open', async () => {
    const it = await opened('contact-info');
    it.actor.send({ type: 'confirm.pressed' });
    await it.answer('saveContact', 'it is saved');
    await it.answer('completeAction', 'no answer in time', completionModel);
    expect(it.actor.getSnapshot().matches('couldNotContinue')).toBe(true);
    it.actor.send({ type: 'continue.pressed' });
    expect(sent(it).map(({ source }) => source)).toEqual(['completeAction']);
  });

  test('there is nothing to confirm in the profile', async () => {
    const it = await opened();
    it.actor.send({ type: 'confirm.pressed' });
    expect(it.actor.getSnapshot().matches('showingContact')).toBe(true);
    expect(sent(it)).toEqual([]);
  });
});

describe('unsaved changes', () => {
  const isUnsaved = (it: Opened): boolean =>
    it.actor.getSnapshot().hasTag('entering') && hasUnsavedContact(it.context());

  test('exist after a change, until it is undone, canceled or saved', async () => {
    const it = await opened();
    expect(isUnsaved(it)).toBe(false);
    it.actor.send({ type: 'change.requested' });
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
