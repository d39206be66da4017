/** The payment flow with the machines that it invokes running for real: what each tells the other, and what it may not do. */
import { beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { createActor } from 'xstate';
import { payments } from '#domain/payments/calls.ts';
import bankAccountModel from '#machines/bank-account/bank-account.model.ts';
import submissionModel from '#machines/kit/submission.model.ts';
import { payflowDraft } from '#machines/payflow/payflow.context.ts';
import { payflow } from '#machines/payflow/payflow.machine.ts';
import payflowModel from '#machines/payflow/payflow.model.ts';
import type { FlowModel } from '#machines/kit/model.ts';
import paymentScheduleModel from '#machines/payment-schedule/payment-schedule.model.ts';
import { ScriptedClock, ScriptedEffects, flush } from '#test/support/scripted.ts';
import { outcomeOf } from '#test/support/walk.ts';

const NUMBER = '4711471147';

/** A payment whose own actors, and those of its machines, answer as the models say. */
async function paying(input: keyof typeof payflowModel.inputs = 'a borrower') {
  const effects = new ScriptedEffects(payflow);
  const machine = effects.provide(payflow, ['getPaymentFacts']);
  const given = payflowModel.inputs[input]?.input;
  if (given === undefined) throw new Error(`There is no ${input}`);
  const actor = createActor(machine, { input: given, clock: new ScriptedClock() });
  actor.start();
  const answer = async (model: FlowModel, source: string, outcome: string) =>
    effects.settle({ source }, outcomeOf(model, { source, outcome }));
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

  test('is there again after Previous, with all that was said of it', async () => {
    it.form()?.send({ type: 'field.changed', field: 'savePaymentMethod', value: true });
    it.form()?.send({ type: 'continue.pressed' });
    const before = it.form()?.getSnapshot().context;
    expect(before?.form.attempted).toBe(true);
    it.actor.send({ type: 'previous.pressed' });
    expect([it.isAt('choosingAmounts'), it.form()]).toEqual([true, undefined]);
    it.schedule()?.send({ type: 'continue.pressed' });
    expect(it.form()?.getSnapshot().context).toEqual(before);
  });

  test('is not left while it is verified, and can be when it was not', async () => {
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

  test('is forgotten when a saved method is chosen, but not that its nickname is taken', async () => {
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

  test('takes the method back as soon as something else is typed, and not before', async () => {
    await verify(it);
    await it.answer(payflowModel, 'makeSubmissionKey', 'a key');
    it.actor.send({ type: 'previous.pressed' });
    it.form()?.send({ type: 'field.left', field: 'accountNumber' });
    expect(it.context().completed).toEqual(['schedule', 'method']);
    it.form()?.send({ type: 'field.changed', field: 'accountNumber', value: '4711471148' });
    expect(it.context()).toMatchObject({ completed: ['schedule'], submission: null, method: { verified: null } });
  });

  test('does not count as verified any more once its bank refuses it', async () => {
    await verify(it);
    await it.answer(payflowModel, 'makeSubmissionKey', 'a key');
    it.actor.send({ type: 'previous.pressed' });
    it.form()?.send({ type: 'continue.pressed' });
    await it.answer(bankAccountModel, 'validateBank', 'the account cannot be verified');
    it.actor.send({ type: 'xstate.route', to: '#review' });
    expect(it.isAt('choosingMethod')).toBe(true);
    expect(it.context()).toMatchObject({ completed: ['schedule'], method: { verified: null } });
  });

  test('is one of the saved methods once it was saved, and chosen when the step is come back to', async () => {
    enter(it, { savePaymentMethod: true, accountNickname: 'Vacation' });
    await verify(it);
    await it.answer(bankAccountModel, 'saveMethod', 'no answer in time');
    expect(it.form()?.getSnapshot().context.notice).toBe('couldNotSave');
    await verify(it);
    await it.answer(bankAccountModel, 'saveMethod', 'saved');
    await it.answer(payflowModel, 'makeSubmissionKey', 'a key');
    // A reload finds it by its id.
    expect(payflowDraft(it.context())).toMatchObject({ methodId: 'method-3', completed: ['schedule', 'method'] });
    it.actor.send({ type: 'previous.pressed' });
    expect(it.form()).toBeUndefined();
    expect(it.context().method).toMatchObject({ methodId: 'method-3', verified: null, bankAccount: null });
    const saved = it.context().facts?.methods.at(-1);
    expect(saved).toMatchObject({ profileId: 'method-3', profileName: 'Vacation', accountNumber: '*****1147' });
    expect(JSON.stringify(it.context())).not.toContain(NUMBER);
  });

  test('is in no draft', async () => {
    expect(JSON.stringify(it.context())).toContain(NUMBER);
    expect(JSON.stringify(payflowDraft(it.context()))).not.toContain(NUMBER);
    await verify(it);
    await it.answer(payflowModel, 'makeSubmissionKey', 'a key');
    expect(JSON.stringify(payflowDraft(it.context()))).not.toContain(NUMBER);
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

  test('is in the draft as it is chosen, and as it is written once a field was left', () => {
    expect(payflowDraft(it.context())?.values).toMatchObject({ 'option.acct-1': 'OtherAmount', [field]: '25.00' });
  });

  test('is there again after Back, with what is owed later, which is fetched once', async () => {
    it.schedule()?.send({ type: 'field.changed', field: 'paymentDate', value: '11/25/2026' });
    await it.answer(paymentScheduleModel, 'getBalancesAfterCutoff', 'what is owed after the cutoff');
    const before = it.schedule()?.getSnapshot().context;
    it.schedule()?.send({ type: 'continue.pressed' });
    expect([it.isAt('choosingMethod'), it.schedule()]).toEqual([true, undefined]);
    it.actor.send({ type: 'xstate.route', to: '#schedule' });
    expect(it.schedule()?.getSnapshot().context).toEqual(before);
    expect(it.effects.pending).toEqual([]);
  });

  test('is not said to be without later balances for today, and asks for them again for a later day', async () => {
    const isWithout = () => it.schedule()?.getSnapshot().matches({ choosingAmounts: 'withoutLaterBalances' });
    const chooseDay = (value: string) => it.schedule()?.send({ type: 'field.changed', field: 'paymentDate', value });
    chooseDay('11/25/2026');
    await it.answer(paymentScheduleModel, 'getBalancesAfterCutoff', 'no answer in time');
    expect(isWithout()).toBe(true);
    chooseDay('11/20/2026');
    expect([isWithout(), it.effects.pending]).toEqual([false, []]);
    chooseDay('11/24/2026');
    await it.answer(paymentScheduleModel, 'getBalancesAfterCutoff', 'what is owed after the cutoff');
    expect([isWithout(), it.context().schedule?.cutoff === null]).toEqual([false, false]);
  });

  test('makes the steps after it incomplete as soon as something else is chosen', async () => {
    it.schedule()?.send({ type: 'continue.pressed' });
    it.method()?.send({ type: 'continue.pressed' });
    await it.answer(payflowModel, 'makeSubmissionKey', 'a key');
    it.actor.send({ type: 'previous.pressed' });
    it.actor.send({ type: 'previous.pressed' });
    it.schedule()?.send({ type: 'field.left', field });
    expect(it.context().submission).not.toBeNull();
    it.schedule()?.send({ type: 'field.changed', field, value: '26' });
    expect(it.context()).toMatchObject({ completed: [], submission: null });
    it.actor.send({ type: 'xstate.route', to: '#methods' });
    expect(it.isAt('choosingAmounts')).toBe(true);
  });
});

describe('the submission of a payment', () => {
  async function submitting(input?: keyof typeof payflowModel.inputs): Promise<Paying> {
    const it = await paying(input);
    it.schedule()?.send({ type: 'continue.pressed' });
    it.method()?.send({ type: 'continue.pressed' });
    await it.answer(payflowModel, 'makeSubmissionKey', 'a key');
    it.actor.send({ type: 'field.changed', field: 'terms', value: true });
    return it;
  }

  test('is noted as sent, in the draft too, before it leaves', async () => {
    const it = await submitting();
    const kept: unknown[] = [];
    it.actor.subscribe(({ context }) => kept.push(payflowDraft(context)?.submission?.sent));
    it.actor.send({ type: 'submit.pressed' });
    // Nothing waits in between: the request has been handed over, and no turn has passed in which it could leave.
    expect(kept).toEqual([true]);
    expect(it.effects.pending).toMatchObject([
      { source: 'send', input: { idempotencyKey: it.context().submission?.key } },
    ]);
  });

  test.each([
    ['a borrower', payments.submit],
    ['a borrower whose payment is sent in the older form', payments.submitV1],
  ] as const)('of %s has the body of one version', async (input, { body: Body }) => {
    const it = await submitting(input);
    it.actor.send({ type: 'submit.pressed' });
    expect(it.effects.pending).toMatchObject([{ source: 'send' }]);
    const bodies = it.effects.pending.map((each) => v.parse(v.object({ body: v.unknown() }), each.input).body);
    expect(bodies.map((each) => v.is(Body, each))).toEqual([true]);
  });

  test('is sent once, however often it is asked about, and cannot be left', async () => {
    const it = await submitting();
    it.actor.send({ type: 'submit.pressed' });
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

  test('that never arrived is offered again under a new key', async () => {
    const it = await submitting();
    it.actor.send({ type: 'submit.pressed' });
    await it.answer(submissionModel, 'send', 'no answer in time');
    await it.answer(submissionModel, 'settle', 'it never arrived');
    expect(it.context()).toMatchObject({ notice: 'nothingWasPaid', submission: null });
    expect(it.effects.pending.map(({ source }) => source)).toEqual(['makeSubmissionKey']);
  });

  test('that was sent before a reload is asked about, and not sent', async () => {
    const it = await paying('a borrower whose tab was reloaded while the payment was under way');
    await flush();
    expect(it.isAt('submittingPayment')).toBe(true);
    expect(it.effects.pending).toMatchObject([
      { source: 'settle', input: { body: { idempotencyKey: it.context().submission?.key } } },
    ]);
  });
});
