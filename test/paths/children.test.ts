/** The payment flow with its real invoked machines: the events between them, and the actions they prevent. */
import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { createActor } from 'xstate';
import { samplePerson } from '#domain/session/identity/samples.ts';
import { toStorableDraft } from '#domain/portal/drafts/rules.ts';
import { payments } from '#domain/payments/calls.ts';
import bankAccountModel from '#machines/payments/bank-account/bank-account.model.ts';
import submissionModel from '#machines/kit/submission.model.ts';
import { type PayflowInput, payflowDraft } from '#machines/payments/payflow/payflow.context.ts';
import { payflow } from '#machines/payments/payflow/payflow.machine.ts';
import payflowModel from '#machines/payments/payflow/payflow.model.ts';
import type { FlowModel } from 'xstate-workbench/model';
import factsAgainModel from '#machines/payments/payflow/facts-again.model.ts';
import paymentScheduleModel from '#machines/payments/payment-schedule/payment-schedule.model.ts';
import { ScriptedClock, ScriptedEffects, flush } from '#test/support/scripted.ts';
import { findOutcome } from '#test/support/walk.ts';

const NUMBER = '4711471147';

/** Starts a payment whose actors, and those of its invoked machines, answer with the models' outcomes. */
async function paying(input: keyof typeof payflowModel.inputs = 'a borrower', changes: Partial<PayflowInput> = {}) {
  const effects = new ScriptedEffects(payflow);
  const machine = effects.provide(payflow, ['getPaymentFacts']);
  const given = payflowModel.inputs[input]?.input;
  if (given === undefined) throw new Error(`There is no ${input}`);
  const actor = createActor(machine, { input: { ...given, ...changes }, clock: new ScriptedClock() });
  actor.start();
  const answer = async (model: FlowModel, source: string, outcome: string) =>
    effects.settle({ source }, findOutcome(model, { source, outcome }));
  await answer(payflowModel, 'getPaymentFacts', 'everything is there');
  const children = () => actor.getSnapshot().children;
  const schedule = () => children().chooseSchedule;
  const method = () => children().chooseMethod;
  return {
    actor,
    answer,
    effects,
    schedule,
    method,
    form: () => method()?.getSnapshot().children.enterBankAccount,
    submission: () => children().submitPayment,
    context: () => actor.getSnapshot().context,
    isAt: (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) => actor.getSnapshot().matches(state),
  };
}
type Paying = Awaited<ReturnType<typeof paying>>;

function enter({ form }: Paying, values: Readonly<Record<string, string | boolean>>) {
  for (const [field, value] of Object.entries(values)) form()?.send({ type: 'field.changed', field, value });
}

const account = { routingNumber: '021000021', accountNumber: NUMBER, accountHolder: 'Avery Quist' };

async function enteringAccount(input?: keyof typeof payflowModel.inputs): Promise<Paying> {
  const it = await paying(input);
  it.schedule()?.send({ type: 'continue.pressed' });
  it.method()?.send({ type: 'addMethod.chosen' });
  enter(it, account);
  await it.answer(bankAccountModel, 'getBankName', 'a bank');
  return it;
}

async function verify(it: Paying): Promise<void> {
  it.form()?.send({ type: 'continue.pressed' });
  await it.answer(bankAccountModel, 'validateBank', 'the account can take payments');
}

describe('a new bank account in a payment', () => {
  let it: Paying;
  beforeEach(async () => {
    it = await enteringAccount();
  });

  test('restores all input and errors after Previous', async () => {
    it.form()?.send({ type: 'field.changed', field: 'savePaymentMethod', value: true });
    it.form()?.send({ type: 'continue.pressed' });
    const before = it.form()?.getSnapshot().context;
    expect(before?.form.attempted).toBe(true);
    it.actor.send({ type: 'previous.pressed' });
    expect([it.isAt('choosingAmounts'), it.form()]).toEqual([true, undefined]);
    it.schedule()?.send({ type: 'continue.pressed' });
    expect(it.form()?.getSnapshot().context).toEqual(before);
  });

  test('blocks leaving while it is being verified, and allows it after a failure', async () => {
    it.form()?.send({ type: 'continue.pressed' });
    expect(it.actor.getSnapshot().hasTag('busy')).toBe(true);
    it.actor.send({ type: 'previous.pressed' });
    it.method()?.send({ type: 'field.changed', field: 'methodId', value: 'method-2' });
    it.actor.send({ type: 'xstate.route', to: '#schedule' });
    expect(it.isAt({ choosingMethod: 'verifying' })).toBe(true);
    await it.answer(bankAccountModel, 'validateBank', 'the account cannot be verified');
    expect(it.isAt({ choosingMethod: 'choosing' })).toBe(true);
    it.actor.send({ type: 'xstate.route', to: '#schedule' });
    expect(it.isAt('choosingAmounts')).toBe(true);
  });

  test('discards the input when a saved method is selected, but remembers a nickname in use', async () => {
    enter(it, { savePaymentMethod: true, accountNickname: 'Vacation' });
    await verify(it);
    await it.answer(bankAccountModel, 'saveMethod', 'the nickname is taken');
    it.method()?.send({ type: 'field.changed', field: 'methodId', value: 'method-2' });
    it.method()?.send({ type: 'addMethod.chosen' });
    expect(it.form()?.getSnapshot().context.form.values.accountNumber).toBe('');
    enter(it, { ...account, savePaymentMethod: true, accountNickname: 'vacation ' });
    it.form()?.send({ type: 'field.left', field: 'accountNickname' });
    expect(it.form()?.getSnapshot().context.form.errors['accountNickname']).toEqual({ code: 'nickname.taken' });
  });

  test('makes the step incomplete when a value changes, but not when a field is only left', async () => {
    await verify(it);
    it.actor.send({ type: 'previous.pressed' });
    it.form()?.send({ type: 'field.left', field: 'accountNumber' });
    expect(it.context().completed).toEqual(['schedule', 'method']);
    it.form()?.send({ type: 'field.changed', field: 'accountNumber', value: '4711471148' });
    expect(it.context()).toMatchObject({ completed: ['schedule'], method: { verified: null } });
  });

  test('no longer counts as verified after its bank has refused it', async () => {
    await verify(it);
    it.actor.send({ type: 'previous.pressed' });
    it.form()?.send({ type: 'continue.pressed' });
    await it.answer(bankAccountModel, 'validateBank', 'the account cannot be verified');
    it.actor.send({ type: 'xstate.route', to: '#review' });
    expect(it.isAt('choosingMethod')).toBe(true);
    expect(it.context()).toMatchObject({ completed: ['schedule'], method: { verified: null } });
  });

  test('becomes a selected saved method after it was saved', async () => {
    enter(it, { savePaymentMethod: true, accountNickname: 'Vacation' });
    await verify(it);
    await it.answer(bankAccountModel, 'saveMethod', 'no answer in time');
    expect(it.form()?.getSnapshot().context.notice).toBe('couldNotSave');
    await verify(it);
    await it.answer(bankAccountModel, 'saveMethod', 'saved');
    // After a reload the account is found by its id.
    expect(payflowDraft(it.context())).toMatchObject({ methodId: 'method-3', completed: ['schedule', 'method'] });
    it.actor.send({ type: 'previous.pressed' });
    expect(it.form()).toBeUndefined();
    expect(it.context().method).toMatchObject({ methodId: 'method-3', verified: null, bankAccount: null });
    const saved = it.context().facts?.methods.at(-1);
    expect(saved).toMatchObject({ profileId: 'method-3', profileName: 'Vacation', accountNumber: '*****1147' });
    expect(JSON.stringify(it.context())).not.toContain(NUMBER);
  });

  test('does not appear in a draft', async () => {
    expect(JSON.stringify(it.context())).toContain(NUMBER);
    expect(JSON.stringify(payflowDraft(it.context()))).not.toContain(NUMBER);
    await verify(it);
    expect(JSON.stringify(payflowDraft(it.context()))).not.toContain(NUMBER);
  });

  test('comes back from a draft without its numbers, and a payer cannot save it', async () => {
    enter(it, { accountTypeId: '2', savePaymentMethod: true, accountNickname: 'Vacation' });
    const draft = payflowDraft(it.context());
    const stored = {
      accountHolder: 'Avery Quist',
      accountTypeId: '2',
      savePaymentMethod: true,
      accountNickname: 'Vacation',
    };
    expect(draft).toMatchObject({ newAccount: stored, leftOut: ['routingNumber', 'accountNumber'] });
    expect(toStorableDraft(draft)).toEqual({ draft, leftOut: [] });

    const readValues = async (role: 'borrower' | 'payer') => {
      const again = await paying('a borrower', { draft, person: { ...samplePerson, role } });
      again.schedule()?.send({ type: 'continue.pressed' });
      return again.form()?.getSnapshot().context.form.values;
    };
    expect(await readValues('borrower')).toEqual({ ...stored, routingNumber: '', accountNumber: '' });
    expect(await readValues('payer')).toMatchObject({ accountHolder: 'Avery Quist', savePaymentMethod: false });
  });
});

describe('the schedule of a payment', () => {
  const field = 'otherAmount.acct-1';
  let it: Paying;
  beforeEach(async () => {
    it = await paying();
    it.schedule()?.send({ type: 'field.changed', field: 'option.acct-1', value: 'OtherAmount' });
    it.schedule()?.send({ type: 'field.changed', field, value: '25' });
    it.schedule()?.send({ type: 'field.left', field });
  });

  test('saves every choice in the draft, with normalized values after a field was left', () => {
    expect(payflowDraft(it.context())?.values).toMatchObject({ 'option.acct-1': 'OtherAmount', [field]: '25.00' });
  });

  test('restores the choices after Back, without loading the balances after the cutoff again', async () => {
    it.schedule()?.send({ type: 'field.changed', field: 'paymentDate', value: '11/25/2026' });
    await it.answer(paymentScheduleModel, 'getBalancesAfterCutoff', 'the balances after the cutoff');
    const before = it.schedule()?.getSnapshot().context;
    it.schedule()?.send({ type: 'continue.pressed' });
    expect([it.isAt('choosingMethod'), it.schedule()]).toEqual([true, undefined]);
    it.actor.send({ type: 'xstate.route', to: '#schedule' });
    // Hidden amounts are reset to 0 where Other amount is chosen (Y §4.2).
    const hidden = { 'otherAmount.acct-1.A': '0.00', 'otherAmount.acct-1.B': '0.00' };
    const form = before && { ...before.form, values: { ...before.form.values, ...hidden } };
    expect(it.schedule()?.getSnapshot().context).toEqual({ ...before, form });
    expect(it.effects.pending).toEqual([]);
  });

  test('hides the message about missing balances for today, and requests them again for a later date', async () => {
    const isWithout = () => it.schedule()?.getSnapshot().matches({ choosingAmounts: 'withoutLaterBalances' });
    const chooseDay = (value: string) => it.schedule()?.send({ type: 'field.changed', field: 'paymentDate', value });
    chooseDay('11/25/2026');
    await it.answer(paymentScheduleModel, 'getBalancesAfterCutoff', 'no answer in time');
    expect(isWithout()).toBe(true);
    chooseDay('11/20/2026');
    expect([isWithout(), it.effects.pending]).toEqual([false, []]);
    chooseDay('11/24/2026');
    await it.answer(paymentScheduleModel, 'getBalancesAfterCutoff', 'the balances after the cutoff');
    expect([isWithout(), it.context().schedule?.cutoff === null]).toEqual([false, false]);
  });

  test('makes the later steps incomplete when a choice changes', async () => {
    it.schedule()?.send({ type: 'continue.pressed' });
    it.method()?.send({ type: 'continue.pressed' });
    it.actor.send({ type: 'previous.pressed' });
    it.actor.send({ type: 'previous.pressed' });
    it.schedule()?.send({ type: 'field.left', field });
    it.schedule()?.send({ type: 'field.changed', field, value: '26' });
    expect(it.context()).toMatchObject({ completed: [] });
    it.actor.send({ type: 'xstate.route', to: '#methods' });
    expect(it.isAt('choosingAmounts')).toBe(true);
  });
});

describe('the submission of a payment', () => {
  async function submitting(input?: keyof typeof payflowModel.inputs): Promise<Paying> {
    const it = await paying(input);
    it.schedule()?.send({ type: 'continue.pressed' });
    it.method()?.send({ type: 'continue.pressed' });
    it.actor.send({ type: 'field.changed', field: 'terms', value: true });
    return it;
  }

  /** Submits the payment, and answers that nothing has changed since the review. */
  async function submit(it: Paying): Promise<void> {
    it.actor.send({ type: 'submit.pressed' });
    await it.answer(factsAgainModel, 'payment', 'one account past due');
    await it.answer(factsAgainModel, 'upcoming', 'one scheduled payment');
  }

  const makeKey = (it: Paying) => it.answer(submissionModel, 'makeKey', 'a key');

  test('is marked as sent, also in the draft, before the request leaves', async () => {
    const it = await submitting();
    const isSending = () => it.effects.pending.some(({ source }) => source === 'send');
    await submit(it);
    expect(payflowDraft(it.context())?.submission).toBeNull();
    const stored: unknown[] = [];
    it.actor.subscribe(({ context }) => stored.push([payflowDraft(context)?.submission?.sent, isSending()]));
    await makeKey(it);
    expect(stored).toEqual([[true, false]]);
    expect(it.effects.pending).toMatchObject([{ source: 'send', input: { idempotencyKey: it.context().key } }]);
  });

  test.each([
    ['a borrower', payments.submit],
    ['a borrower whose payment is sent in the older form', payments.submitV1],
  ] as const)('of %s matches the schema of exactly one version', async (input, { body: Body }) => {
    const it = await submitting(input);
    await submit(it);
    await makeKey(it);
    expect(it.effects.pending).toMatchObject([{ source: 'send' }]);
    const bodies = it.effects.pending.map((each) => v.parse(v.object({ body: v.unknown() }), each.input).body);
    expect(bodies.map((each) => v.is(Body, each))).toEqual([true]);
  });

  test('sends the request once, even if the outcome is requested repeatedly, and blocks leaving', async () => {
    const it = await submitting();
    await submit(it);
    await makeKey(it);
    await it.answer(submissionModel, 'send', 'no answer in time');
    expect(it.effects.pending.map(({ source }) => source)).toEqual(['settle']);
    await it.answer(submissionModel, 'settle', 'no answer in time');
    for (const to of ['#schedule', '#methods', '#review', '#receipt'] as const) {
      it.actor.send({ type: 'xstate.route', to });
    }
    it.actor.send({ type: 'submit.pressed' });
    expect(it.effects.pending).toEqual([]);
    it.submission()?.send({ type: 'outcome.askedAgain' });
    expect(it.effects.pending.map(({ source }) => source)).toEqual(['settle']);
    expect(it.isAt('submittingPayment')).toBe(true);
  });

  test('gets a new key after a request that never arrived', async () => {
    const it = await submitting();
    await submit(it);
    await makeKey(it);
    await it.answer(submissionModel, 'send', 'no answer in time');
    await it.answer(submissionModel, 'settle', 'it never arrived');
    expect(it.context()).toMatchObject({ notice: 'nothingWasPaid', key: null });
    // The review predicts the effect of the payment again, and reads the facts again.
    expect(it.effects.pending.map(({ source }) => source)).toEqual(['load', 'payment', 'upcoming']);
  });

  test('only asks for the outcome of a payment that was sent before a reload', async () => {
    const it = await paying('a borrower whose tab was reloaded while the payment was under way');
    await flush();
    expect(it.isAt('submittingPayment')).toBe(true);
    expect(it.effects.pending).toMatchObject([
      { source: 'settle', input: { body: { idempotencyKey: it.context().key } } },
    ]);
  });
});
