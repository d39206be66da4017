/** The format of demo data: one JSON file for each person (docs/demo-data.md). Checked when it is loaded. */
import * as v from 'valibot';
import { ActionName } from '#domain/access/shapes.ts';
import { AccountNumber, STORED_PLANS, isSetByIncome } from '#domain/accounts/shapes.ts';
import { type PlainDate, addDays, addMonths, parseIsoDate } from '#domain/calendar.ts';
import { MoneyFromWire } from '#domain/money.ts';
import { PAYMENT_TYPES } from '#domain/payments/progress.ts';
import { ApplicationKind, ApplicationStatus, Postponement } from '#domain/postponement/shapes.ts';
import { SITUATIONS } from './situations.ts';

/** Demo data that cannot be used; the message names the file, the field and what is wrong. */
export class DemoDataProblem extends Error {
  override readonly name = 'DemoDataProblem';
}

const RELATIVE = /^today([+-]\d{1,4}m)?([+-]\d{1,5})?$/;

/** The day that a text of the format names: `today`, `today-12`, `today+3`, `today-24m`, `today-24m+5` or `YYYY-MM-DD`. */
export function dayOf(text: string, today: PlainDate): PlainDate | undefined {
  const [relative, months, days] = RELATIVE.exec(text) ?? [];
  if (relative === undefined) return parseIsoDate(text);
  return addDays(addMonths(today, Number.parseInt(months ?? '0', 10)), Number(days ?? 0));
}

const dayFrom = (today: PlainDate) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, PlainDate>(({ dataset, addIssue, NEVER }) => {
      const day = dayOf(dataset.value, today);
      if (day !== undefined) return day;
      addIssue({ message: `"${dataset.value}" is no day: write today, today-12, today+3, today-24m or YYYY-MM-DD` });
      return NEVER;
    }),
  );

const words = v.pipe(v.string(), v.trim(), v.nonEmpty());
const email = v.pipe(v.string(), v.email());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const copies = v.optional(v.pipe(count, v.minValue(1), v.maxValue(1000)), 1);
const money = v.pipe(
  MoneyFromWire,
  v.check((amount) => amount > 0, 'An amount is above zero'),
);

const DEMO_PLANS = STORED_PLANS.filter((plan) => plan !== 'GRADUATED' && plan !== 'EXTENDED_GRADUATED');

/** A rate in percent with at most three decimals, read as thousandths of a percent. */
const rate = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(36),
  v.check(
    (percent) => Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6,
    'A rate has at most three decimals',
  ),
  v.transform((percent) => Math.round(percent * 1000)),
);

/** A phone number by its mask. */
const phone = v.pipe(v.string(), v.regex(/^[2-9]\d{2}-[2-9]\d{2}-\d{4}$/, 'A phone number is written 000-000-0000'));

/** How a person can be reached besides the e-mail address. */
const Contact = v.pipe(
  v.strictObject({
    homePhone: v.optional(phone),
    mobilePhone: v.optional(phone),
    street: words,
    city: words,
    /** Codes as the countries call and the states call give them; left out where the country has none. */
    state: v.optional(words),
    zip: v.optional(words),
    country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'A country is two letters of ISO 3166-1')), 'US'),
  }),
  v.check(({ homePhone, mobilePhone }) => (homePhone ?? mobilePhone) !== undefined, 'A person has a phone number'),
);

/** The standing instructions that name no group; to ask for nothing is to leave the field out. */
const Instruction = v.picklist(['HIGHEST_RATE', 'LOWEST_BALANCE']);

function schemasFor(today: PlainDate) {
  const day = dayFrom(today);
  const past = v.pipe(
    day,
    v.check((date) => date <= today, 'This day must not lie after today'),
  );

  const Loan = v.strictObject({
    copies,
    rate,
    /** A subsidized loan accrues no interest before repayment starts. */
    subsidized: v.optional(v.boolean(), false),
    disbursements: v.pipe(v.array(v.strictObject({ date: past, amount: money })), v.minLength(1)),
  });

  const Postponed = v.strictObject({
    by: Postponement,
    from: past,
    through: v.pipe(
      day,
      v.check((date) => date >= today, 'A postponement that is over is left out'),
    ),
  });

  const Group = v.pipe(
    v.strictObject({
      id: v.pipe(words, v.maxLength(20)),
      loanType: words,
      /** A plan with payments that change over its term is not simulated. */
      plan: v.optional(v.picklist(DEMO_PLANS), 'STANDARD'),
      /** The first due date; its day of the month is the group's due day. */
      repaymentStarts: day,
      termMonths: v.pipe(count, v.minValue(1), v.maxValue(360)),
      /** The monthly amount on an income-driven plan, which comes from income and not from the loans. */
      monthlyPayment: v.optional(money),
      /** When income is to be recertified next, and whether the permanent standard amount is paid. */
      recertifyBy: v.optional(day),
      permanentStandard: v.optional(v.boolean(), false),
      pays: v.picklist(['monthly', 'every 2 weeks']),
      /** How many of the latest instalments were not paid. */
      missed: v.optional(count, 0),
      /** How many instalments were paid in advance. */
      paidAhead: v.optional(count, 0),
      /** Payments are postponed now: nothing falls due from the first day through the last. */
      postponed: v.optional(Postponed),
      /** Months of these deferments, and of hardship forbearance, that the loans have had. */
      monthsUsed: v.optional(
        v.strictObject({
          unemployment: v.optional(count, 0),
          economicHardship: v.optional(count, 0),
          hardship: v.optional(count, 0),
        }),
        {},
      ),
      loans: v.pipe(v.array(Loan), v.minLength(1)),
    }),
    v.check(
      (group) => group.missed === 0 || group.paidAhead === 0,
      'A group has missed instalments or is paid ahead, not both',
    ),
    v.check(
      (group) => group.postponed === undefined || (group.missed === 0 && group.paidAhead === 0),
      'A group whose payments are postponed has no missed instalments and is not paid ahead',
    ),
    v.check(
      (group) => isSetByIncome(group.plan) === (group.monthlyPayment !== undefined),
      'monthlyPayment stands with an income-driven plan, and only there',
    ),
    v.check(
      (group) => isSetByIncome(group.plan) || (group.recertifyBy === undefined && !group.permanentStandard),
      'recertifyBy and permanentStandard stand only with an income-driven plan',
    ),
  );

  const Account = v.pipe(
    v.strictObject({
      /** E, D or J and nine digits (ruling 11); the copies count on from it. */
      number: v.pipe(AccountNumber, v.regex(/^[EDJ]/)),
      copies,
      loanType: words,
      /** Where money beyond what is due goes, as the borrower has asked. */
      extraGoesTo: v.optional(v.union([Instruction, v.strictObject({ group: words })])),
      groups: v.pipe(v.array(Group), v.minLength(1)),
    }),
    v.check(
      ({ extraGoesTo, groups }) =>
        typeof extraGoesTo !== 'object' || groups.some((group) => group.id === extraGoesTo.group),
      'extraGoesTo names a group that the account does not have',
    ),
  );

  const Scheduled = v.strictObject({
    date: v.pipe(
      day,
      v.check((date) => date >= today, 'A scheduled payment must not lie before today'),
    ),
    amount: money,
    /** The number of the account; with copies, any of theirs. */
    account: AccountNumber,
    /** The group that it is for; the account as a whole when left out. */
    group: v.optional(words),
    /** Its place in paymentMethods, from 0. */
    method: count,
    type: v.picklist(PAYMENT_TYPES),
  });

  const Method = v.strictObject({
    name: v.pipe(words, v.maxLength(27)),
    bankName: words,
    type: v.picklist(['checking', 'savings']),
    routingNumber: v.pipe(v.string(), v.regex(/^\d{9}$/, 'A routing number has nine digits')),
    accountNumber: v.pipe(v.string(), v.regex(/^\d{4,17}$/, 'An account number has 4 to 17 digits')),
    accountHolder: v.pipe(words, v.maxLength(22)),
    created: past,
    lastUsed: v.optional(past),
  });

  const Document = v.strictObject({
    fileName: v.pipe(words, v.regex(/\.pdf$/, 'A demo document is a PDF')),
    /** The id of its type in the configuration. */
    type: v.pipe(count, v.minValue(1)),
    uploaded: past,
    /** The line that it shows. */
    text: words,
  });

  const Message = v.strictObject({
    received: past,
    subject: v.pipe(words, v.maxLength(120)),
    /** A paragraph each. */
    text: v.pipe(v.array(words), v.minLength(1)),
    /** Read on a page of the portal; otherwise it is a PDF. */
    isPlainText: v.optional(v.boolean(), false),
    isUnread: v.optional(v.boolean(), false),
    /** Whether it is about loans that the Department of Education owns. */
    isDirect: v.optional(v.boolean(), true),
  });

  const Application = v.pipe(
    v.strictObject({
      kind: ApplicationKind,
      status: ApplicationStatus,
      received: past,
      /** When somebody began to look at it, and when it was decided. */
      reviewStarted: v.optional(past),
      decided: v.optional(past),
      /** The start and the end of what it asks for. */
      startDate: v.optional(day),
      endDate: v.optional(day),
    }),
    v.check(
      ({ status, decided }) => (status === 'approved' || status === 'denied') === (decided !== undefined),
      'An application that is approved or denied, and no other, has a day on which it was decided',
    ),
    v.check(
      ({ status, reviewStarted }) => status !== 'inReview' || reviewStarted !== undefined,
      'An application in review has a day on which the review started',
    ),
    v.check(
      ({ received, reviewStarted = received, decided = reviewStarted }) =>
        received <= reviewStarted && reviewStarted <= decided,
      'An application is received, then reviewed, then decided',
    ),
  );

  const signIn = {
    signIn: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
    givenName: words,
    familyName: words,
    /** The group in which the person is listed. */
    situation: v.optional(v.picklist(SITUATIONS), 'Other people'),
    /** One sentence that says what this person shows. */
    shows: v.optional(words),
  };
  const contact = v.optional(Contact);
  const Borrower = v.strictObject({
    role: v.literal('borrower'),
    ...signIn,
    email,
    /** What the person is asked for when it is left out. */
    contact,
    autoDebit: v.boolean(),
    /** By which the person may register a further username: together, or neither. */
    dateOfBirth: v.optional(past),
    ssnLastFour: v.optional(v.pipe(v.string(), v.regex(/^\d{4}$/, 'The last four digits of a Social Security number'))),
    accounts: v.array(Account),
    paymentMethods: v.array(Method),
    /** Who knows the password: the portal's own provider, or the federal identity behind it. */
    identityProvider: v.optional(v.picklist(['local', 'federal']), 'local'),
    /** What the person has to do before anything else, first things first. */
    pendingActions: v.optional(v.array(ActionName), []),
    /** What the person has uploaded. */
    documents: v.optional(v.array(Document), []),
    /** Payments that are still to come. */
    scheduledPayments: v.optional(v.array(Scheduled), []),
    /** Whether letters come to the inbox, or must not; by mail when it is left out. */
    paperless: v.optional(v.picklist(['enrolled', 'not eligible'])),
    /** Applications to postpone payments or for another plan. */
    applications: v.optional(v.array(Application), []),
    /** The schools at which the person is known to be, and whether each reports its enrollments. */
    schools: v.optional(v.array(v.strictObject({ name: words, reportsEnrollment: v.boolean() })), []),
    /** The servicer's type of borrower. */
    borrowerType: v.optional(v.pipe(count, v.minValue(1)), 1),
    /** What is in the inbox. */
    inbox: v.optional(v.array(Message), []),
  });
  const Other = { ...signIn, /** The sign-in name of the borrower whose loans they see. */ actsFor: words };

  return v.variant('role', [
    Borrower,
    v.strictObject({ role: v.literal('payer'), ...Other, email: v.optional(email), contact }),
    v.strictObject({ role: v.literal('impersonator'), ...Other }),
  ]);
}

export type DemoPerson = v.InferOutput<ReturnType<typeof schemasFor>>;
export type DemoBorrower = Extract<DemoPerson, { role: 'borrower' }>;
export type DemoAccount = DemoBorrower['accounts'][number];
export type DemoGroup = DemoAccount['groups'][number];
export type DemoLoan = DemoGroup['loans'][number];

/** The number of an account's copy: the digits count on. */
export const numberOfCopy = (first: string, copy: number): string =>
  `${first.slice(0, 1)}${String(Number(first.slice(1)) + copy).padStart(9, '0')}`;

/** What a scheduled payment names that the borrower does not have; undefined where it has everything. */
function missingFor(person: DemoBorrower): string | undefined {
  for (const [index, { account, group, method }] of person.scheduledPayments.entries()) {
    const at = `scheduledPayments.${index}`;
    const paid = person.accounts.find(({ number, copies: howMany }) =>
      Array.from({ length: howMany }, (_, copy) => numberOfCopy(number, copy)).includes(account),
    );
    if (paid === undefined) return `${at}.account: there is no account ${account}`;
    if (group !== undefined && !paid.groups.some(({ id }) => id === group)) {
      return `${at}.group: the account has no group "${group}"`;
    }
    if (person.paymentMethods[method] === undefined) return `${at}.method: there is no payment method ${method}`;
  }
  return undefined;
}

/** Reads one person's file, given its text. Dates are counted from `today`. Throws a {@link DemoDataProblem}. */
export function readPerson(file: string, text: string, today: PlainDate): DemoPerson {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new DemoDataProblem(`${file} is no JSON: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
  const parsed = v.safeParse(schemasFor(today), data);
  if (parsed.success) {
    const missing = parsed.output.role === 'borrower' ? missingFor(parsed.output) : undefined;
    if (missing !== undefined) throw new DemoDataProblem(`${file}, ${missing}`);
    return parsed.output;
  }
  const [issue] = parsed.issues;
  throw new DemoDataProblem(`${file}, ${v.getDotPath(issue) ?? 'the file as a whole'}: ${issue.message}`);
}
