/**
 * `npm run test:faults`: submits payments to the built server while the test kills it at random moments and restarts it
 * on the same database. Each payment must be stored once or not stored. If PostgreSQL is installed, the test repeats
 * this while it stops, restarts and freezes PostgreSQL, and loads a page during a restart. `-- --seed 123 --count 200`
 * (or FAULTS_SEED and FAULTS_COUNT) repeats the payments and moments of a run, apart from differences in process
 * timing.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { type PlainDate, toEffectiveDate } from '#domain/calendar.ts';
import { toFailure } from '#domain/call.ts';
import { dollarsFromCents, sumCents, toCents } from '#domain/money.ts';
import { payments } from '#domain/payments/calls.ts';
import { PaymentOutcome, type SubmitV2Wire } from '#domain/payments/submission-shapes.ts';
import { accounts, scheduledPayments, submissions as submissionRows } from '#server/db/schema/index.ts';
import { Borrower } from './borrower.ts';
import {
  type BodyName,
  type Operation,
  type StoredRow,
  type Submission,
  type Violation,
  type Wish,
  listAnswers,
  explain,
  check,
  getStanding,
} from './checker.ts';
import {
  KINDS,
  type Kill,
  MAX_ACCOUNTS,
  type PlannedSubmission,
  type Iteration,
  getUniqueCents,
  createPlan,
} from './plan.ts';
import { postgresPrograms } from './cluster.ts';
import { PostgresOutages } from './outages.ts';
import { loadDuringRestart } from './page.ts';
import { ServerProcess, type Target } from './server.ts';

/** Has forty accounts and four hundred loans, so that a submission takes long enough to be interrupted. */
const NAME = 'noor';

interface Sent extends Submission {
  readonly planned: PlannedSubmission;
  readonly wires: Readonly<Record<BodyName, SubmitV2Wire>>;
  readonly operations: Operation[];
}

const tell = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const Whole = (least: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, 'A seed and a count are whole numbers.'),
    v.transform(Number),
    v.minValue(least),
  );
const Options = v.object({
  seed: v.optional(Whole(0), () => String(randomInt(2 ** 29))),
  count: v.optional(Whole(1), '200'),
  only: v.optional(v.picklist(['kills', 'outages', 'page'], 'Only kills, outages or page.')),
});

function parseOptions(args: readonly string[]): v.InferOutput<typeof Options> {
  const { values } = parseArgs({
    args: [...args],
    options: { seed: { type: 'string' }, count: { type: 'string' }, only: { type: 'string' } },
  });
  const { FAULTS_SEED: seed, FAULTS_COUNT: count } = process.env;
  return v.parse(Options, { seed: values.seed ?? seed, count: values.count ?? count, only: values.only });
}

/** The accounts and saved bank accounts for payments, read from the server before the first kill. */
interface Ground {
  readonly accountNumbers: readonly string[];
  readonly days: readonly PlainDate[];
  readonly wire: Omit<SubmitV2Wire, 'effectiveDate' | 'paymentAmountControlTotal' | 'borrowerPaymentV2'>;
  /** The scheduled payments in the demo data. */
  readonly earlier: ReadonlySet<string>;
}

async function readGround(borrower: Borrower, count: number): Promise<Ground> {
  const [payment, dates, [method], scheduled] = await Promise.all([
    borrower.ask(payments.borrowerPayment, {}),
    borrower.ask(payments.availableDates, {}),
    borrower.ask(payments.methods, {}),
    borrower.ask(payments.scheduled, {}),
  ]);
  if (method === undefined) throw new Error(`${NAME} has no saved method`);
  // Payments under way reduce what may be paid (ruling 90), so that each account must owe more than all of them together.
  const most = count * getUniqueCents(count, 0, 0);
  const accountNumbers = payment.borrowerAccountPayments
    .filter(({ currentPayoff }) => currentPayoff > most)
    .map(({ accountNumber }) => accountNumber);
  if (accountNumbers.length < MAX_ACCOUNTS) throw new Error(`${NAME} owes too little for ${count} submissions`);
  return {
    accountNumbers,
    days: dates.availablePaymentDates,
    wire: {
      advanceDueDate: false,
      payerRoleId: 1,
      methodId: method.profileId,
      name: NAME,
      accountHolder: method.accountHolder,
      accountNickname: method.profileName,
      routingNumber: method.routingNumber,
      accountNumber: method.accountNumber,
      paymentAccountTypeId: method.accountTypeId,
      savePaymentMethod: false,
      paymentSourceTypeId: 1,
      email: `${NAME}@example.com`,
      paymentSourceRawDetails: 'test:faults',
    },
    earlier: new Set(scheduled.map(({ paymentDetailId }) => paymentDetailId)),
  };
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('The list is empty');
  return item;
}

/** Returns one of the two bodies of a planned submission. */
function createWish(planned: PlannedSubmission, { accountNumbers, days }: Ground, body: 0 | 1): Wish {
  return {
    effectiveDate: at(days, planned.day),
    shares: Array.from({ length: planned.accounts }, (_, place) => ({
      accountNumber: at(accountNumbers, planned.account + place),
      cents: toCents(getUniqueCents(planned.index, body, place)),
    })),
  };
}

const toWire = ({ effectiveDate, shares }: Wish, { wire }: Ground): SubmitV2Wire => ({
  ...wire,
  effectiveDate: toEffectiveDate(effectiveDate),
  paymentAmountControlTotal: dollarsFromCents(sumCents(shares.map(({ cents }) => cents))),
  borrowerPaymentV2: {
    borrowerAccountPaymentsV2: shares.map(({ accountNumber, cents }) => ({
      accountNumber,
      paymentAmount: dollarsFromCents(cents),
      borrowerGroupPaymentsV2: [],
      isGroupLevelPayment: false,
      advanceDueDate: false,
    })),
  },
});

function createSent(planned: PlannedSubmission, ground: Ground): Sent {
  const bodies = { first: createWish(planned, ground, 0), other: createWish(planned, ground, 1) };
  const wires = { first: toWire(bodies.first, ground), other: toWire(bodies.other, ground) };
  return { planned, key: planned.key, bodies, wires, operations: [] };
}

/** Limits concurrency, so that no request waits too long in the queue. */
async function inTurns<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const AT_ONCE = 8;
  for (let first = 0; first < items.length; first += AT_ONCE) {
    await Promise.all(items.slice(first, first + AT_ONCE).map(act));
  }
}

/** A run: its requests, responses, stored payments and faults. */
class Run {
  readonly #server: Target;
  readonly #borrower: Borrower;
  readonly #ground: Ground;
  readonly sent: Sent[] = [];
  /** The submissions with a response before the kill. */
  readonly answered = new Set<Sent>();
  readonly #violations = new Map<string, Violation>();
  rows: readonly StoredRow[] = [];
  requests = 0;
  /** Responses that report an unknown outcome. */
  unknown = 0;

  constructor(server: Target, borrower: Borrower, ground: Ground) {
    this.#server = server;
    this.#borrower = borrower;
    this.#ground = ground;
  }

  get violations(): Violation[] {
    return [...this.#violations.values()];
  }

  #blame(violations: readonly Violation[]): void {
    for (const each of violations) this.#violations.set(`${each.key ?? ''} ${each.says}`, each);
  }

  async #submit(sent: Sent, body: BodyName, hangUp?: AbortSignal): Promise<Operation> {
    this.requests += 1;
    const { lives: life } = this.#server;
    const request = { idempotencyKey: sent.key, body: sent.wires[body] };
    const operation: Operation = await this.#borrower.ask(payments.submit, request, hangUp).then(
      (answer) => ({ life, what: 'answered', body, answer }) as const,
      (thrown: unknown) => {
        const failure = toFailure(thrown);
        const isDatabaseAway = this.#server.dependsOn === 'database' && !hangUp?.aborted;
        if (isDatabaseAway && failure.kind !== 'refused')
          this.#blame([
            { kind: 'wrong answer', key: sent.key, says: `got no answer, although the server was running` },
          ]);
        // The response reports an unknown outcome.
        if (isDatabaseAway && failure.kind === 'refused' && failure.status === 503) {
          this.unknown += 1;
          return { life, what: 'not answered', body } as const;
        }
        if (failure.kind === 'refused') return { life, what: 'refused', body, status: failure.status } as const;
        if (failure.kind === 'signedOut') return { life, what: 'refused', body, status: 401 } as const;
        // A response that broke off counts as no response.
        return { life, what: 'not answered', body } as const;
      },
    );
    sent.operations.push(operation);
    return operation;
  }

  async #settle(sent: Sent): Promise<Operation> {
    const { lives: life } = this.#server;
    const operation: Operation = await this.#borrower.ask(payments.settle, { body: { idempotencyKey: sent.key } }).then(
      (outcome) => ({ life, what: 'settled', outcome }) as const,
      () => ({ life, what: 'settlement not answered' }) as const,
    );
    sent.operations.push(operation);
    return operation;
  }

  /**
   * Sends a body with a NUL character. Reports any response except a rejection of the body; there may be none if the
   * server is killed.
   */
  async #submitUnstorable({ key, wires }: Sent): Promise<void> {
    this.requests += 1;
    const body = { ...wires.first, accountHolder: `${wires.first.accountHolder}\0` };
    const status = await this.#borrower.ask(payments.submit, { idempotencyKey: key, body }).then(
      () => 200,
      (thrown: unknown) => {
        const failure = toFailure(thrown);
        return failure.kind === 'refused' ? failure.status : undefined;
      },
    );
    const isDatabaseAway = this.#server.dependsOn === 'database' && status === 503;
    if (status === undefined || status === 422 || isDatabaseAway) return;
    this.#blame([{ kind: 'wrong answer', key, says: `a body with a NUL character was answered with ${status}` }]);
  }

  /** Sends one submission as planned. */
  async #send(sent: Sent, answered: () => void): Promise<void> {
    const { kind, at: start, gap } = sent.planned;
    const submit = async (body: BodyName, hangUp?: AbortSignal) => {
      const operation = await this.#submit(sent, body, hangUp);
      if (operation.what === 'answered') answered();
      return operation;
    };
    const later = async (act: () => Promise<unknown>) => {
      await sleep(Math.max(0, gap));
      await act();
    };
    await sleep(start);
    switch (kind) {
      case 'once':
        await submit('first');
        return;
      case 'twice':
        await Promise.all([submit('first'), submit('first')]);
        return;
      case 'again':
        if ((await submit('first')).what === 'answered') await submit('first');
        return;
      case 'otherBody':
        await Promise.all([submit('first'), later(() => submit('other'))]);
        return;
      case 'raced':
        await Promise.all(
          gap < 0 ? [this.#settle(sent), submit('first')] : [submit('first'), later(() => this.#settle(sent))],
        );
        return;
      case 'unstorable':
        await this.#submitUnstorable(sent);
        await submit('first');
        return;
      case 'abandoned': {
        const hangUp = new AbortController();
        const submitting = submit('first', hangUp.signal);
        await Promise.race([submitting, sleep(Math.max(0, gap))]);
        hangUp.abort();
        await submitting;
        if (listAnswers(sent).length === 0) await this.#settle(sent);
        return;
      }
    }
  }

  /** Runs `work` and kills the server during it, or after it if it finishes earlier. */
  async #killedDuring(kill: Kill, work: (answered: () => void) => Promise<unknown>): Promise<void> {
    let strike = (): void => undefined;
    const moment = new Promise<void>((settle) => {
      strike = settle;
    });
    const countTo = (nth: number): (() => void) => {
      let times = 0;
      return () => {
        times += 1;
        if (times === nth) strike();
      };
    };
    const watcher = kill.at === 'write' ? this.#server.watchWrites(countTo(kill.nth)) : undefined;
    const alarm = kill.at === 'time' ? setTimeout(strike, kill.ms) : undefined;
    const killed = moment.then(async () => {
      if (kill.at === 'write' && kill.ms > 0) await sleep(kill.ms);
      await this.#server.kill();
    });
    try {
      await work(kill.at === 'answer' ? countTo(kill.nth) : () => undefined);
    } finally {
      strike();
      await killed;
      clearTimeout(alarm);
      watcher?.close();
    }
  }

  /** Reads the scheduled payments from the server, without those of the demo data, which must all exist. */
  async #readRows(): Promise<void> {
    const { earlier } = this.#ground;
    const all = await this.#borrower.ask(payments.scheduled, {});
    const ids = new Set(all.map(({ paymentDetailId }) => paymentDetailId));
    this.rows = all
      .filter(({ paymentDetailId }) => !earlier.has(paymentDetailId))
      .map(({ sumOfPaymentAmount: cents, ...row }) => ({ ...row, cents }));
    for (const id of earlier) {
      if (!ids.has(id)) this.#blame([{ kind: 'lost', key: undefined, says: `the earlier payment ${id} is gone` }]);
    }
  }

  /** Sends settled and closed keys again without a kill: each must get the response that it already has. */
  async #resend(sent: Sent): Promise<void> {
    const standing = getStanding(sent);
    const { what } = await this.#submit(sent, standing === 'closed' || standing === 'unknown' ? 'first' : standing);
    if (what === 'not answered') throw new Error(`${sent.key}: no answer, although the server was running`);
  }

  /** Restarts the killed process, and waits until the server and its database respond. */
  async #startAndWait(): Promise<void> {
    await this.#server.start();
    const deadline = Date.now() + 30_000;
    while (this.#server.dependsOn === 'database') {
      const isBack = await this.#borrower.ask(payments.scheduled, {}).then(
        () => true,
        () => false,
      );
      if (isBack) return;
      if (Date.now() > deadline) throw new Error('The server did not reconnect to the database');
      await sleep(100);
    }
  }

  async iteration({ submissions, kill, killedStartMs, killedSettlingMs }: Iteration): Promise<readonly Sent[]> {
    const sent = submissions.map((planned) => createSent(planned, this.#ground));
    this.sent.push(...sent);
    await this.#killedDuring(kill, (answered) => Promise.all(sent.map((each) => this.#send(each, answered))));
    for (const each of sent) if (listAnswers(each).length > 0) this.answered.add(each);

    if (killedStartMs !== null) await this.#server.startAndKill(killedStartMs);
    await this.#startAndWait();
    const settleOpen = () =>
      Promise.all(sent.filter((each) => getStanding(each) === 'unknown').map((each) => this.#settle(each)));
    if (killedSettlingMs !== null) {
      await this.#killedDuring({ at: 'time', ms: killedSettlingMs }, settleOpen);
      await this.#startAndWait();
    }
    await settleOpen();
    await inTurns(sent, (each) => this.#resend(each));
    await this.#readRows();
    this.#blame(check(this.sent, this.rows));
    return sent;
  }

  /** Repeats all requests for every key after a final kill. */
  async finish(): Promise<void> {
    await this.#server.kill();
    await this.#startAndWait();
    await this.#borrower.renewSignIn();
    await inTurns(this.sent, async (each) => {
      await this.#resend(each);
      await this.#settle(each);
    });
    await this.#readRows();
    this.#blame(check(this.sent, this.rows));
    await this.#server.stop();
    await this.#readDatabase();
  }

  /** Reads the rows and the record of each key from the database directly. */
  async #readDatabase(): Promise<void> {
    const opened = await this.#server.open();
    try {
      const stored = await opened.db
        .select()
        .from(scheduledPayments)
        .innerJoin(
          accounts,
          and(
            eq(accounts.borrowerKey, scheduledPayments.borrowerKey),
            eq(accounts.accountId, scheduledPayments.accountId),
          ),
        )
        .where(eq(scheduledPayments.borrowerKey, NAME));
      const rows = stored
        .filter((row) => !this.#ground.earlier.has(row.scheduled_payments.paymentDetailId))
        .map(({ scheduled_payments: { paymentId, effectiveDate, amount }, accounts: { accountNumber } }) => ({
          paymentId,
          effectiveDate,
          accountNumber,
          cents: amount,
        }));
      const keys = this.sent.map(({ key }) => key);
      const found = await opened.db.select().from(submissionRows).where(inArray(submissionRows.idempotencyKey, keys));
      const { lives: life } = this.#server;
      for (const sent of this.sent) {
        const own = found.filter(({ idempotencyKey }) => idempotencyKey === sent.key);
        if (own.length !== 1)
          this.#blame([{ kind: 'lost', key: sent.key, says: `the database keeps its key ${own.length} times` }]);
        for (const { answer, record } of own) {
          const outcome = v.parse(
            PaymentOutcome,
            answer === null ? { outcome: 'closed' } : { outcome: 'recorded', answer, record },
          );
          sent.operations.push({ life, what: 'kept in the database', outcome });
        }
      }
      if (rows.length !== this.rows.length) {
        const says = `the database has ${rows.length} rows, the server listed ${this.rows.length}`;
        this.#blame([{ kind: 'contradiction', key: undefined, says }]);
      }
      this.rows = rows;
      this.#blame(check(this.sent, rows));
    } finally {
      await opened.close();
    }
  }
}

const share = (list: readonly Sent[], is: (sent: Sent) => boolean): number => list.filter(is).length;
const isClosed = (sent: Sent): boolean => getStanding(sent) === 'closed';

function describeIteration(iteration: Iteration, sent: readonly Sent[], { answered }: Run): string {
  const { kill } = iteration;
  const moments: Record<Kill['at'], string> = {
    time: kill.at === 'time' ? `after ${kill.ms} ms` : '',
    write: kill.at === 'write' ? `${kill.ms} ms after write ${kill.nth}` : '',
    answer: kill.at === 'answer' ? `at answer ${kill.nth}` : '',
  };
  const open = sent.filter((each) => !answered.has(each));
  const also = [
    iteration.killedStartMs === null ? '' : `; killed again ${iteration.killedStartMs} ms after the start`,
    iteration.killedSettlingMs === null ? '' : `; killed ${iteration.killedSettlingMs} ms into settling`,
  ].join('');
  const closed = share(open, isClosed);
  return `${sent.length} sent, killed ${moments[kill.at]}: ${sent.length - open.length} answered, ${open.length - closed} settled as recorded, ${closed} as closed${also}`;
}

function table(run: Run, { kills, dependsOn }: Target): string {
  const { sent, answered, violations, rows } = run;
  const open = sent.filter((each) => !answered.has(each));
  const closed = share(open, isClosed);
  // A request that disconnected early has no response in any case.
  const cutOff = open.filter(({ planned }) => planned.kind === 'once' || planned.kind === 'twice');
  const listOfKind = (kind: Violation['kind']) => violations.filter((each) => each.kind === kind).length;
  const lines: readonly (readonly [string, number])[] = [
    ['sent', sent.length],
    ['  requests, with the repeated ones', run.requests],
    ...Object.entries(KINDS).map(
      ([kind, how]) => [`  ${how}`, share(sent, ({ planned }) => planned.kind === kind)] as const,
    ),
    ['answered', answered.size],
    ['settled as recorded', open.length - closed],
    ['settled as closed', closed],
    ['  of plain ones: killed before the commit', share(cutOff, isClosed)],
    ['  of plain ones: killed after the commit, before the answer', cutOff.length - share(cutOff, isClosed)],
    [dependsOn === 'process' ? 'kills' : 'outages', kills],
    ...(dependsOn === 'database' ? [['answered that it is not known (503)', run.unknown] as const] : []),
    ['stored rows', rows.length],
    ['doubles', listOfKind('double')],
    ['lost', listOfKind('lost')],
    ['other violations', violations.length - listOfKind('double') - listOfKind('lost')],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, number]) => `${name.padEnd(width)}  ${String(number).padStart(5)}`).join('\n');
}

function complaints({ sent, violations, rows }: Run): string {
  const keys = [...new Set(violations.map(({ key }) => key))];
  return keys
    .map((key) => {
      const says = violations.filter((each) => each.key === key).map((each) => `  ${each.kind}: ${each.says}`);
      const submission = sent.find((each) => each.key === key);
      const story =
        submission === undefined ? [] : [`  sent ${KINDS[submission.planned.kind]}`, explain(submission, rows)];
      return [key ?? 'of no key of this run', ...says, ...story].join('\n');
    })
    .join('\n\n');
}

/** Runs the iterations of sending, killing and settling. */
async function runAll(server: Target, iterations: readonly Iteration[], count: number, begun: (run: Run) => void) {
  await server.start();
  const borrower = new Borrower(server.origin, NAME);
  await borrower.renewSignIn();
  const run = new Run(server, borrower, await readGround(borrower, count));
  begun(run);
  for (const [index, iteration] of iterations.entries()) {
    await borrower.renewSignIn();
    const sent = await run.iteration(iteration);
    tell(`iteration ${index + 1}: ${describeIteration(iteration, sent, run)}`);
  }
  await run.finish();
}

/** Returns the number of 503 responses without `Retry-After`. */
function watchAnswers(): { readonly silent: number; end(): void } {
  const { fetch } = globalThis;
  let silent = 0;
  globalThis.fetch = async (...options) => {
    const answer = await fetch(...options);
    if (answer.status === 503 && answer.headers.get('retry-after') === null) silent += 1;
    return answer;
  };
  return {
    get silent() {
      return silent;
    },
    end: () => {
      globalThis.fetch = fetch;
    },
  };
}

/** Runs against the target of `create`. Returns whether there was no fault. */
async function runOn(create: () => Promise<Target>, seed: number, count: number): Promise<boolean> {
  const iterations = createPlan(seed, count);
  const began = performance.now();
  tell(`Seed ${seed}: ${count} submissions in ${iterations.length} iterations.`);
  const server = await create();
  const answers = watchAnswers();
  let run: Run | undefined;
  let brokenOff: unknown;
  try {
    await runAll(server, iterations, count, (begun) => (run = begun));
  } catch (error) {
    brokenOff = error;
  } finally {
    answers.end();
    server.remove();
  }
  if (run !== undefined) tell(`\n${table(run, server)}`);
  tell(`\nin ${Math.round((performance.now() - began) / 1000)} s`);
  if (brokenOff === undefined && run?.violations.length === 0 && answers.silent === 0) return true;
  if (answers.silent > 0) tell(`\n${answers.silent} answers with 503 had no Retry-After`);
  if (run !== undefined) tell(`\n${complaints(run)}`);
  if (server.complaints !== '') tell(`\nLatest error output of the server:\n${server.complaints}`);
  if (brokenOff !== undefined) {
    tell(`\nThe run broke off: ${brokenOff instanceof Error ? brokenOff.stack : JSON.stringify(brokenOff)}`);
  }
  tell('\nAgain: the same command with `-- --seed` and the seed above');
  return false;
}

/** Smaller, because each response takes ten seconds while PostgreSQL is frozen. */
const OUTAGE_SHARE = 5;

/** A read is retried twice, the second time at least 5 s after a refusal: a database that is away for longer is an outage. */
const LONGEST_RESTART_MS = 4_500;
const TRIES = 3;

/** Loads a page while PostgreSQL restarts. Returns whether it appeared without an error message. */
async function runPage(programs: string): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const target = await PostgresOutages.create(programs);
    try {
      await target.start();
      const { refused, complaints: said, hasAppeared, awayMs, ms } = await loadDuringRestart(target);
      await target.stop();
      const [away, whole] = [awayMs, ms].map((each) => (each / 1000).toFixed(1));
      tell(`PostgreSQL was away for ${away} s; ${refused} reads were refused.`);
      if (awayMs > LONGEST_RESTART_MS) {
        tell('That is longer than reads are retried for: it does not count.');
        continue;
      }
      tell(hasAppeared ? `The dashboard appeared ${whole} s after it had gone.` : 'The dashboard did not appear.');
      for (const each of said) tell(`Its error message: ${each}`);
      return hasAppeared && refused > 0 && said.length === 0;
    } finally {
      target.remove();
    }
  }
  tell('PostgreSQL never restarted fast enough for a result.');
  return false;
}

export default async function faults(args: readonly string[]): Promise<number> {
  const { seed, count, only } = parseOptions(args);
  const does = (part: typeof only): boolean => only === undefined || only === part;
  let isRight = true;
  if (does('kills')) {
    tell('The server is killed.');
    isRight = await runOn(() => ServerProcess.create(), seed, count);
  }
  if (only === 'kills') return isRight ? 0 : 1;
  const programs = postgresPrograms();
  if (programs === undefined || process.platform !== 'linux') {
    tell('\nPostgreSQL is not installed here: its outages were not tried.');
    return isRight ? 0 : 1;
  }
  if (does('outages')) {
    tell('\nPostgreSQL is stopped at once, restarted and frozen.');
    const outages = () => PostgresOutages.create(programs);
    isRight = (await runOn(outages, seed, Math.ceil(count / OUTAGE_SHARE))) && isRight;
  }
  if (does('page')) {
    tell('\nPostgreSQL restarts while a page loads.');
    isRight = (await runPage(programs)) && isRight;
  }
  return isRight ? 0 : 1;
}
