/**
 * Level 3: the generated paths of the flows, executed in the portal with a real server. The test makes the server produce
 * the outcomes of each path; outcomes that it cannot produce are removed from the model first. Machines that a flow
 * invokes run for real: the flow's paths treat them as a unit, and their own paths are executed within the flow.
 */
import type { Page } from '@playwright/test';
import { fingerprint } from '#flows/fingerprint.ts';
import bankAccountModel from '#machines/payments/bank-account/bank-account.model.ts';
import type { FlowModel, Gesture } from 'xstate-workbench/model';
import payflowModel from '#machines/payments/payflow/payflow.model.ts';
import paymentScheduleModel from '#machines/payments/payment-schedule/payment-schedule.model.ts';
import type { Fault } from '#server/http/faults.ts';
import { storeTaken } from '../support/coverage-store.ts';
import { type Path, type PathStep, generatePaths } from 'xstate-workbench/model/paths';
import { describeTrigger, describeState } from 'xstate-workbench/model/sentences';
import {
  DATA_LOAD_FAILURE,
  STEPS,
  alert,
  button,
  followLink,
  makeGesture,
  arriveAt,
  startPaying,
} from './support/person.ts';
import { NOW } from './support/settings.ts';
import type { TestServer } from './support/test-server.ts';
import { expect, test } from './support/test.ts';

/** Returns the named entries. Throws if one is missing, so that a renamed entry is not skipped silently. */
function pick<T>(all: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(
    names.map((name) => {
      const found = all[name];
      if (found === undefined) throw new Error(`The model has no "${name}"`);
      return [name, found];
    }),
  );
}

/** Returns the model without outcomes that no server produces and events that users cannot cause. */
const servable = (
  model: FlowModel,
  outcomes: Readonly<Record<string, readonly string[]>>,
  input: string,
): FlowModel => ({
  ...model,
  inputs: pick(model.inputs, [input]),
  events: model.events.filter(
    ({ event, gesture }) => gesture !== undefined && !('value' in event && event.value === 'method-2'),
  ),
  outcomes: Object.fromEntries(
    Object.entries(model.outcomes).map(([source, all]) => [source, pick(all, outcomes[source] ?? [])]),
  ),
});

/** The configuration for walking a flow: its start, the view of each state, and how the server produces outcomes. */
interface Walker {
  readonly model: FlowModel;
  /** Prepares the page before the flow starts. */
  readonly approach: (page: Page, username: string) => Promise<void>;
  /** Starts the flow. */
  readonly start: (page: Page, username: string) => Promise<void>;
  /** Expectations by state name (`describeState`). Transient states have none. */
  readonly sees: Readonly<Record<string, (page: Page) => Promise<void>>>;
  /** URLs of the screens, by state id. */
  readonly addresses: Readonly<Record<string, string>>;
  /** The call whose answer a state waits for, if a path may end in that state. */
  readonly awaits: Readonly<Record<string, string>>;
  /** The user's actions that produce an outcome of an invoked machine with a form. */
  readonly gestures?: Readonly<Record<string, Readonly<Record<string, readonly Gesture[]>>>>;
  /**
   * Prepares an outcome on the server: changes the server's state, and returns the call whose answer decides, with its
   * fault if any. `rest` is the remaining path.
   */
  readonly arrange: (testServer: TestServer, step: Brings, rest: readonly PathStep[]) => Promise<Answer | undefined>;
}
interface Answer {
  readonly call: string;
  readonly how: Fault;
}
type Brings = Extract<PathStep, { kind: 'outcome' }>;

const seeScreen = (heading: string, address: string) => async (page: Page) => {
  await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
  await expect(page).toHaveURL(address);
};

/** A time after all dates that a path chooses, so that the server rejects them. */
const TOO_LATE = '2026-12-07T15:00:00Z';

const seeSchedule = seeScreen('Step 1 of 4: Schedule Payment', STEPS['Schedule Payment']);
const seeMethods = seeScreen('Step 2 of 4: Payment Method', STEPS['Payment Method']);
const seeBankAccount = async (page: Page) => {
  await seeMethods(page);
  await expect(page.getByRole('textbox', { name: 'Routing Number', exact: true })).toBeVisible();
};
const seeVerifying = (page: Page) => expect(button(page, 'Verifying your bank account…')).toBeVisible();

const seeSending = (page: Page) => expect(button(page, 'Submitting your payment…')).toBeVisible();
const seeReview = async (page: Page) => {
  await seeScreen('Step 3 of 4: Review & Submit', STEPS['Review & Submit'])(page);
  // The review is also visible while a payment is being submitted.
  await expect(button(page, 'Submit Payment')).toBeVisible();
};
const seeReceipt = seeScreen('Step 4 of 4: Receipt', STEPS.Receipt);
const seeRefused = (page: Page) =>
  expect(page.getByRole('alertdialog', { name: 'Sorry, we could not submit your payment' })).toBeVisible();

/** Opens a URL at which the flow starts. */
const arriveTo = (path: string) => ({
  approach: () => Promise.resolve(),
  start: (page: Page, username: string) => arriveAt(page, path, username),
});

/** The answer to a payment submission. Without a status, it is the server's real answer. */
const submitted = (when: Fault['when'], status?: number): Answer => ({
  call: 'payments.submit',
  how: { when, ...(status !== undefined && { status }) },
});

const goOn: Gesture = { action: 'click', role: 'button', name: 'Continue' };

const payflow: Walker = {
  model: servable(
    payflowModel,
    {
      getPaymentFacts: ['everything is there', 'something is missing'],
      chooseSchedule: ['a day and amounts'],
      chooseMethod: ['a saved method'],
      submitPayment: [
        'the payment is accepted',
        'the payment is accepted, according to the server’s record',
        'the payment is refused',
        'the server refuses the request',
        'it never arrived',
      ],
    },
    'a borrower',
  ),
  ...arriveTo(STEPS['Schedule Payment']),
  addresses: {
    '#schedule': STEPS['Schedule Payment'],
    '#methods': STEPS['Payment Method'],
    '#review': STEPS['Review & Submit'],
  },
  sees: {
    couldNotLoad: (page) => expect(alert(page)).toContainText(DATA_LOAD_FAILURE),
    choosingAmounts: seeSchedule,
    'choosingMethod.choosing': seeMethods,
    'reviewing.readingTerms': seeReview,
    submittingPayment: seeSending,
    paymentRefused: seeRefused,
    paymentReceived: seeReceipt,
  },
  awaits: { submittingPayment: 'payments.submit' },
  gestures: {
    // A fixed amount, because earlier payments of the walk may have paid the amounts due.
    chooseSchedule: {
      'a day and amounts': [
        { action: 'choose', role: 'radio', name: 'Other amount' },
        { action: 'fill', role: 'textbox', name: 'Other amount', value: '25.00' },
        goOn,
      ],
    },
    chooseMethod: { 'a saved method': [goOn] },
  },
  async arrange(testServer, { source, outcome }) {
    switch (outcome) {
      case 'something is missing':
        return { call: 'payments.borrowerPayment', how: { when: 'before', status: 500 } };
      case 'the payment is refused':
        await testServer.setClock(TOO_LATE);
        break;
      case 'the server refuses the request':
        return submitted('before', 422);
      case 'it never arrived':
        return submitted('before', 503);
      case 'the payment is accepted, according to the server’s record':
        return submitted('after', 503);
    }
    return source === 'submitPayment' ? submitted('before') : undefined;
  },
};

/** Answers the call of an actor or lets it time out. */
const answerBy =
  (calls: Readonly<Record<string, string>>): Walker['arrange'] =>
  async (_, { source, outcome }) => {
    const call = calls[source];
    if (call === undefined) return undefined;
    return { call, how: { when: 'before', ...(outcome === 'no answer in time' && { status: 500 }) } };
  };

/** The first step of a payment: dates and amounts. */
const paymentSchedule: Walker = {
  model: servable(
    paymentScheduleModel,
    // A failure to load them is tested only on the views.
    { getBalancesAfterCutoff: ['the balances after the cutoff'] },
    'a borrower',
  ),
  ...arriveTo(STEPS['Schedule Payment']),
  addresses: {},
  sees: {
    'choosingAmounts.choosing': seeSchedule,
    'choosingAmounts.fetchingLaterBalances': seeSchedule,
    amountsChosen: seeMethods,
  },
  awaits: { 'choosingAmounts.fetchingLaterBalances': 'payments.afterCutoff' },
  arrange: answerBy({ getBalancesAfterCutoff: 'payments.afterCutoff' }),
};

/** A new bank account within a payment. */
const bankAccount: Walker = {
  model: servable(
    bankAccountModel,
    {
      getBankName: ['a bank', 'no answer in time'],
      validateBank: ['the account can take payments', 'no answer in time'],
      saveMethod: ['saved', 'no answer in time'],
    },
    'a borrower',
  ),
  async approach(page, username) {
    await startPaying(page, username);
    await button(page, 'Continue').click();
    await seeMethods(page);
  },
  start: (page) => button(page, 'Add Payment Method').click(),
  addresses: {},
  sees: {
    'enteringBankAccount.typing': seeBankAccount,
    'enteringBankAccount.lookingUpBank': seeBankAccount,
    verifyingBankAccount: seeVerifying,
    savingBankAccount: seeVerifying,
    bankAccountVerified: seeReview,
  },
  awaits: { verifyingBankAccount: 'banking.validate', savingBankAccount: 'banking.save' },
  arrange: answerBy({
    getBankName: 'banking.bankName',
    validateBank: 'banking.validate',
    saveMethod: 'banking.save',
  }),
};

const isInVain = (step: PathStep): boolean => step.kind === 'route' && !step.allowed;

/** Returns the outcomes and refused routes that follow a step without a user action. */
function following(steps: readonly PathStep[], index: number): readonly PathStep[] {
  const next = steps.slice(index + 1);
  const end = next.findIndex((step) => step.kind !== 'outcome' && !isInVain(step));
  return end === -1 ? next : next.slice(0, end);
}

class Walk {
  /** The transitions that were certainly taken. */
  readonly taken = new Set<string>();
  readonly walker: Walker;
  readonly page: Page;
  readonly testServer: TestServer;
  /** The calls whose answers are held until their step. */
  readonly #held = new Map<PathStep, string>();
  #state = '';

  constructor(walker: Walker, page: Page, testServer: TestServer) {
    this.walker = walker;
    this.page = page;
    this.testServer = testServer;
  }

  /** Prepares the server's answers after a step. Holds an answer while the test checks the waiting state. */
  async #arrange(steps: readonly PathStep[], index: number): Promise<void> {
    const group = following(steps, index);
    for (const [at, step] of group.entries()) {
      if (step.kind !== 'outcome') continue;
      const before = group[at - 1];
      const isWatched = before !== undefined && isInVain(before);
      const answer = await this.walker.arrange(this.testServer, step, steps.slice(index + 1 + at + 1));
      if (answer === undefined) continue;
      if (isWatched) {
        await this.testServer.hold(answer.call, answer.how);
        this.#held.set(step, answer.call);
      } else if (answer.how.status !== undefined) await this.testServer.fail(answer.call, answer.how);
    }
    // If a path ends in a waiting state, the answer stays held.
    const last = index + group.length + 1 === steps.length ? steps.at(-1) : undefined;
    const awaited = last === undefined ? undefined : this.walker.awaits[describeState(last.leadsTo)];
    if (awaited !== undefined) await this.testServer.hold(awaited, { when: 'before' });
  }

  /** Returns the user's actions for a step that is an outcome of a machine with a form. */
  #byHand(step: PathStep | undefined): readonly Gesture[] {
    return step?.kind === 'outcome' ? (this.walker.gestures?.[step.source]?.[step.outcome] ?? []) : [];
  }

  /** Expects the state's view, unless an answer that is not held ends the state immediately. */
  async #see({ leadsTo, takes }: Path['starts'], next: PathStep | undefined): Promise<void> {
    this.#state = describeState(leadsTo);
    const see = this.walker.sees[this.#state];
    if (see !== undefined && (next?.kind !== 'outcome' || this.#byHand(next).length > 0)) {
      await see(this.page);
    }
    for (const name of takes) this.taken.add(name);
  }

  /** Returns whether the state is transient. */
  get #passes(): boolean {
    return this.walker.sees[this.#state] === undefined;
  }

  async #take(step: PathStep): Promise<void> {
    if (step.kind === 'event' && step.gesture !== undefined) await makeGesture(this.page, step.gesture);
    for (const gesture of this.#byHand(step)) await makeGesture(this.page, gesture);
    if (step.kind === 'route') await followLink(this.page, this.walker.addresses[step.to] ?? '');
    if (step.kind === 'delay') await this.page.clock.fastForward(step.ms);
    const held = this.#held.get(step);
    if (held !== undefined) await this.testServer.release(held);
  }

  /** Returns whether the requested URL is already shown, in which case the portal does not send it to the machine. */
  #isShown(step: PathStep): boolean {
    const address = step.kind === 'route' ? this.walker.addresses[step.to] : undefined;
    return address !== undefined && new URL(this.page.url()).pathname === address;
  }

  async path({ starts, steps }: Path, username: string): Promise<void> {
    const { walker, page, testServer } = this;
    await walker.approach(page, username);
    await this.#arrange(steps, -1);
    await walker.start(page, username);
    await this.#see(starts, steps[0]);
    for (const [index, step] of steps.entries()) {
      if (step.kind === 'route' && (this.#passes || this.#isShown(step))) continue;
      await test.step(`${describeTrigger(step)} -> ${describeState(step.leadsTo)}`, async () => {
        if (step.kind !== 'outcome' && !isInVain(step)) await this.#arrange(steps, index);
        await this.#take(step);
        await this.#see(step, steps[index + 1]);
        if (this.#state === 'paymentRefused') await testServer.setClock(NOW);
      });
    }
  }
}

for (const walker of [payflow, paymentSchedule, bankAccount]) {
  const { machine } = walker.model;
  test.describe(`the generated paths of ${machine.id}`, () => {
    const paths = generatePaths(walker.model, { longest: 60 });

    for (const [index, path] of paths.entries()) {
      test(`path ${index + 1} of ${paths.length}, ${path.steps.length} steps`, async ({
        page,
        monitor,
        testServer,
        demoUser,
      }) => {
        monitor.allow(/status of (50[03]|422)/);
        const walk = new Walk(walker, page, testServer);
        await walk.path(path, await demoUser('blake'));
        const taken = {
          flow: machine.id,
          level: 3,
          machine: fingerprint(machine),
          taken: [...walk.taken].sort(),
        } as const;
        await storeTaken(machine.id, [taken], `path-${index + 1}`);
      });
    }
  });
}
