/** The format of demo data: one JSON file per person (docs/demo-data.md), validated on load. */
import * as v from 'valibot';
import { ActionName } from '#domain/session/access/shapes.ts';
import { STORED_PLANS, isSetByIncome } from '#domain/plan-names.ts';
import { AccountNumber } from '#domain/accounts/shapes.ts';
import { type PlainDate, addDays, addMonths, parseIsoDate } from '#domain/calendar.ts';
import { MoneyFromWire } from '#domain/money.ts';
import { PAYMENT_TYPES } from '#domain/payments/payment-types.ts';
import { ApplicationKind, ApplicationStatus } from '#domain/applications/shapes.ts';
import { Postponement } from '#domain/postponement-kinds.ts';
import { SITUATIONS } from './situations.ts';

/** Invalid demo data; the message names the file, the field and the problem. */
export class DemoDataProblem extends Error {
  override readonly name = 'DemoDataProblem';
}

const RELATIVE = /^today([+-]\d{1,4}m)?([+-]\d{1,5})?$/;

/**
 * Parses a date: `today`, `today-12`, `today+3`, `today-24m`, `today-24m+5` or `YYYY-MM-DD`. Returns undefined for any
 * other text.
 */
export function parseDay(text: string, today: PlainDate): PlainDate | undefined {
  const [relative, months, days] = RELATIVE.exec(text) ?? [];
  if (relative === undefined) return parseIsoDate(text);
  return addDays(addMonths(today, Number.parseInt(months ?? '0', 10)), Number(days ?? 0));
}

const dayFrom = (today: PlainDate) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, PlainDate>(({ dataset, addIssue, NEVER }) => {
      const day = parseDay(dataset.value, today);
      if (day !== undefined) return day;
      addIssue({
        message: `"${dataset.value}" is not a date: write today, today-12, today+3, today-24m or YYYY-MM-DD`,
      });
      return NEVER;
    }),
  );

const words = v.pipe(v.string(), v.trim(), v.nonEmpty());
const email = v.pipe(v.string(), v.email());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const copies = v.optional(v.pipe(count, v.minValue(1), v.maxValue(1000)), 1);
const money = v.pipe(
  MoneyFromWire,
  v.check((amount) => amount > 0, 'An amount must be above zero'),
);

const DEMO_PLANS = STORED_PLANS.filter((plan) => plan !== 'GRADUATED' && plan !== 'EXTENDED_GRADUATED');

/** An interest rate in percent with at most three decimals, converted to thousandths of a percent. */
const rate = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(36),
  v.check(
    (percent) => Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6,
    'A rate may have at most three decimals',
  ),
  v.transform((percent) => Math.round(percent * 1000)),
);

/** A phone number in the format of its mask. */
const phone = v.pipe(
  v.string(),
  v.regex(/^[2-9]\d{2}-[2-9]\d{2}-\d{4}$/, 'A phone number must have the format 000-000-0000'),
);

/** Contact information other than the email address. */
const Contact = v.pipe(
  v.strictObject({
    homePhone: v.optional(phone),
    mobilePhone: v.optional(phone),
    street: words,
    city: words,
    /** Codes as returned by the countries and states calls. Omitted if the country has none. */
    state: v.optional(words),
    zip: v.optional(words),
    country: v.optional(
      v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'A country must be a two-letter code of ISO 3166-1')),
      'US',
    ),
  }),
  v.check(
    ({ homePhone, mobilePhone }) => (homePhone ?? mobilePhone) !== undefined,
    'A person must have a phone number',
  ),
);

/** Standing instructions that do not name a group. Omit the field for none. */
const Instruction = v.picklist(['HIGHEST_RATE', 'LOWEST_BALANCE']);

function schemasFor(today: PlainDate) {
  const day = dayFrom(today);
  const past = v.pipe(
    day,
    v.check((date) => date <= today, 'This date must not be after today'),
  );

  const Incentive = v.strictObject({
    description: v.string(),
    /** One of the servicer's statuses; any other word simulates an invalid record. */
    status: words,
    awarded: v.optional(past),
    amount: v.optional(words),
    disclaimer: v.optional(words),
    qualifyingPayments: v.optional(count),
    requirements: v.optional(words),
    disqualified: v.optional(past),
    reason: v.optional(words),
    created: v.optional(past),
    changed: v.optional(past),
  });

  const Loan = v.strictObject({
    copies,
    rate,
    /** The rate before reductions, if it differs. */
    regulatoryRate: v.optional(rate),
    incentives: v.optional(v.array(Incentive), []),
    /** A subsidized loan accrues no interest before repayment starts. */
    subsidized: v.optional(v.boolean(), false),
    disbursements: v.pipe(v.array(v.strictObject({ date: past, amount: money })), v.minLength(1)),
  });

  const Postponed = v.strictObject({
    by: Postponement,
    from: past,
    through: v.pipe(
      day,
      v.check((date) => date >= today, 'A postponement that has ended must be omitted'),
    ),
  });

  const Group = v.pipe(
    v.strictObject({
      id: v.pipe(words, v.maxLength(20)),
      loanType: words,
      /** Plans whose payments change over the term are not simulated. */
      plan: v.optional(v.picklist(DEMO_PLANS), 'STANDARD'),
      /** Whether the rates of its loans can change. */
      variableRate: v.optional(v.boolean(), false),
      /** The school that the loans paid for. */
      school: v.optional(words),
      /** The first due date; its day of the month is the group's due day. */
      repaymentStarts: day,
      termMonths: v.pipe(count, v.minValue(1), v.maxValue(360)),
      /** The monthly payment of an income-driven plan, which depends on income and not on the loans. */
      monthlyPayment: v.optional(money),
      /** The date of the next income recertification, and whether the borrower pays the permanent standard amount. */
      recertifyBy: v.optional(day),
      permanentStandard: v.optional(v.boolean(), false),
      pays: v.picklist(['monthly', 'every 2 weeks']),
      /** Number of most recent installments that were missed. */
      missed: v.optional(count, 0),
      /** Number of installments that were paid in advance. */
      paidAhead: v.optional(count, 0),
      /** A current postponement: no payments are due from the first through the last day. */
      postponed: v.optional(Postponed),
      /** Months used of these deferments and of hardship forbearance. */
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
      'A group cannot have missed installments and be paid ahead',
    ),
    v.check(
      (group) => group.postponed === undefined || (group.missed === 0 && group.paidAhead === 0),
      'A group with postponed payments cannot have missed installments or be paid ahead',
    ),
    v.check(
      (group) => isSetByIncome(group.plan) === (group.monthlyPayment !== undefined),
      'monthlyPayment is required with an income-driven plan and not allowed otherwise',
    ),
    v.check(
      (group) => isSetByIncome(group.plan) || (group.recertifyBy === undefined && !group.permanentStandard),
      'recertifyBy and permanentStandard are allowed only with an income-driven plan',
    ),
  );

  const Account = v.pipe(
    v.strictObject({
      /** E, D or J and nine digits (ruling 11). Copies have consecutive numbers. */
      number: v.pipe(AccountNumber, v.regex(/^[EDJ]/)),
      copies,
      loanType: words,
      /** The owner of the loans; the Department of Education owns those of an account with E. */
      lender: v.optional(words),
      /** The borrower's instruction for money beyond the amount due. */
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
      v.check((date) => date >= today, 'A scheduled payment must not be before today'),
    ),
    amount: money,
    /** The account number, which may be that of a copy. */
    account: AccountNumber,
    /** The group that receives the payment. Defaults to the whole account. */
    group: v.optional(words),
    /** Index in `paymentMethods`, from 0. */
    method: count,
    type: v.picklist(PAYMENT_TYPES),
  });

  const Method = v.strictObject({
    name: v.pipe(words, v.maxLength(27)),
    bankName: words,
    type: v.picklist(['checking', 'savings']),
    routingNumber: v.pipe(v.string(), v.regex(/^\d{9}$/, 'A routing number must have nine digits')),
    accountNumber: v.pipe(v.string(), v.regex(/^\d{4,17}$/, 'An account number must have 4 to 17 digits')),
    accountHolder: v.pipe(words, v.maxLength(22)),
    created: past,
    lastUsed: v.optional(past),
  });

  const Document = v.strictObject({
    fileName: v.pipe(words, v.regex(/\.pdf$/, 'A demo document must be a PDF')),
    /** The id of the document type in the configuration. */
    type: v.pipe(count, v.minValue(1)),
    uploaded: past,
    /** The line of text on the page. */
    text: words,
  });

  /** The subject of a message: the last bill, payment or tax form (1), the one before it (2), and so on. */
  const Announced = v.strictObject({
    of: v.picklist(['bill', 'payment', 'taxForm']),
    ago: v.pipe(count, v.minValue(1)),
  });

  const Message = v.strictObject({
    received: v.union([past, Announced]),
    subject: v.pipe(words, v.maxLength(120)),
    /** Paragraphs. */
    text: v.pipe(v.array(words), v.minLength(1)),
    /** Whether the message is shown on a page of the portal instead of as a PDF. */
    isPlainText: v.optional(v.boolean(), false),
    isUnread: v.optional(v.boolean(), false),
    /** Whether the message concerns loans owned by the Department of Education. */
    isDirect: v.optional(v.boolean(), true),
  });

  const Application = v.pipe(
    v.strictObject({
      kind: ApplicationKind,
      status: ApplicationStatus,
      received: past,
      /** When the review started, and when the application was decided. */
      reviewStarted: v.optional(past),
      decided: v.optional(past),
      /** The requested start and end. */
      startDate: v.optional(day),
      endDate: v.optional(day),
      /** The contents. Without them, employees decide on the application, as on one that came by mail or phone. */
      contents: v.optional(
        v.union([
          v.strictObject({ receivesBenefits: v.boolean() }),
          v.strictObject({ selectedPlan: v.picklist(['PeaceCorps', 'PublicAssistance', 'AnotherServicer']) }),
          v.strictObject({ planType: count, hasExternalLoans: v.boolean() }),
        ]),
      ),
    }),
    v.check(
      ({ status, decided }) => ['approved', 'inEffect', 'denied'].includes(status) === (decided !== undefined),
      'An approved or denied application requires a decision date; others must not have one',
    ),
    v.check(
      ({ status, reviewStarted }) => status !== 'inReview' || reviewStarted !== undefined,
      'An application in review requires the date on which the review started',
    ),
    v.check(
      ({ received, reviewStarted = received, decided = reviewStarted }) =>
        received <= reviewStarted && reviewStarted <= decided,
      'The dates of an application must be in order: received, reviewed, decided',
    ),
  );

  const signIn = {
    signIn: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/)),
    givenName: words,
    familyName: words,
    /** The group under which the person is listed. */
    situation: v.optional(v.picklist(SITUATIONS), 'Other people'),
    /** One sentence about the person. */
    shows: v.optional(words),
  };
  const contact = v.optional(Contact);
  const Borrower = v.strictObject({
    role: v.literal('borrower'),
    ...signIn,
    email,
    /** If omitted, the portal asks the person for contact information. */
    contact,
    autoDebit: v.boolean(),
    /** Identity data for registering another username: both or neither. */
    dateOfBirth: v.optional(past),
    ssnLastFour: v.optional(v.pipe(v.string(), v.regex(/^\d{4}$/, 'The last four digits of a Social Security number'))),
    accounts: v.array(Account),
    paymentMethods: v.array(Method),
    /** Which identity provider verifies the password: the embedded one, or the federal one behind it. */
    identityProvider: v.optional(v.picklist(['local', 'federal']), 'local'),
    /** Required actions of the person, in order. */
    pendingActions: v.optional(v.array(ActionName), []),
    /** Uploaded documents. */
    documents: v.optional(v.array(Document), []),
    /** Scheduled payments. */
    scheduledPayments: v.optional(v.array(Scheduled), []),
    /** Whether the person is enrolled in paperless or not eligible for it. Omitted for letters by mail. */
    paperless: v.optional(v.picklist(['enrolled', 'not eligible'])),
    /** Applications to postpone payments or to change plans. */
    applications: v.optional(v.array(Application), []),
    /** Schools at which the person is enrolled, and whether each reports enrollment. */
    schools: v.optional(v.array(v.strictObject({ name: words, reportsEnrollment: v.boolean() })), []),
    /** The servicer's borrower type. */
    borrowerType: v.optional(v.pipe(count, v.minValue(1)), 1),
    /** Messages in the inbox. */
    inbox: v.optional(v.array(Message), []),
  });
  const Other = { ...signIn, /** The sign-in name of the borrower whose loans the person sees. */ actsFor: words };

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

/** Returns the account number of a copy: the original number plus the copy's index. */
export const numberOfCopy = (first: string, copy: number): string =>
  `${first.slice(0, 1)}${String(Number(first.slice(1)) + copy).padStart(9, '0')}`;

/**
 * Returns a problem if a scheduled payment references an account, group or payment method that the borrower does not
 * have.
 */
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

/** Parses one person's file from its text, with dates relative to `today`. Throws {@link DemoDataProblem}. */
export function readPerson(file: string, text: string, today: PlainDate): DemoPerson {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new DemoDataProblem(`${file} is not valid JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
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
