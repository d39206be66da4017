/**
 * The messages to the inbox about the stages of an application, and the letter of its decision. Messages contain no
 * account numbers, and no amounts except those of an approved plan (ruling 99).
 */
import { type PlainDate, formatUsDate } from '../../calendar.ts';
import { type Benefit, benefitNames } from '../../military-benefits.ts';
import { lastDayOfPause, periodText, throughText } from '../../pause-end.ts';
import { isForbearance } from '../../postponement-kinds.ts';
import { isPostponement } from './rules.ts';
import { approvedPlanLines } from './approved-plans.ts';
import type { ApplicationKind } from '../../applications/shapes.ts';
import type { Application, ApprovedPlan, DenialReason } from './shapes.ts';
import { DEFAULT_NEXT, applicationMeaning, denialReasons } from './status-messages.ts';
import { applicationKindNames } from './status-names.ts';

/** The stages that cause a message to the borrower. */
export type Stage =
  | 'received'
  | 'documentsNeeded'
  | 'documentReminder'
  | 'approved'
  | 'denied'
  | 'incomplete'
  | 'endAnnounced';

/** A requested benefit of active duty, with the days on which it reduces the interest of a loan; null if it reduces none. */
export interface DecidedBenefit {
  readonly benefit: Benefit;
  /** The first day, and the first day after it. */
  readonly period: { readonly from: PlainDate; readonly until: PlainDate } | null;
  /** The names of the loans whose interest it reduces, without account numbers. */
  readonly loans: readonly string[];
}

/** The facts of a message. */
export interface StageData {
  readonly kind: ApplicationKind;
  readonly confirmationNumber: string;
  readonly sentOn: PlainDate;
  /** The name of the required document; null if none is required. */
  readonly documentName: string | null;
  /** The expected day of the review, and the last day for the document; null if they are unknown. */
  readonly reviewOn: PlainDate | null;
  readonly documentDueOn: PlainDate | null;
  /** The granted period; `endsOn` is the first day after it. */
  readonly startsOn: PlainDate | null;
  readonly endsOn: PlainDate | null;
  readonly reason: DenialReason | null;
  /** Omitted without any. */
  readonly benefits?: readonly DecidedBenefit[] | undefined;
  /** Whether SCRA counts from the day of sending, because the borrower named no first day of active duty (ruling 107). */
  readonly isDutyStartOpen?: boolean;
  /** Whether the borrower has private loans, for which SCRA is claimed separately (ruling 68). */
  readonly hasPrivateLoans?: boolean;
  /** The day on which auto debit draws again after a pause; null or omitted if it draws nothing. */
  readonly drawsAgainOn?: PlainDate | null;
  /** Whether another pause begins when this one ends. */
  readonly isFollowed?: boolean;
  /** The approved plans. Omitted for other kinds. */
  readonly plans?: readonly ApprovedPlan[] | undefined;
}

/** A message for the inbox. */
export interface StageMessage {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

const getApplicationName = ({ kind }: Pick<StageData, 'kind'>): string => applicationKindNames[kind];

const numberLine = ({ confirmationNumber }: StageData): string =>
  `Your confirmation number is ${confirmationNumber}. You can follow the status of your application under Repayment Options.`;

const documentLine = ({ documentName, documentDueOn }: StageData): string => {
  const by = documentDueOn === null ? '' : ` by ${formatUsDate(documentDueOn)}`;
  return `We need a document from you: ${documentName ?? 'a document'}. Upload it under Documents${by}.`;
};

const getPaymentReminder = ({ kind }: StageData): string =>
  kind === 'militaryBenefits'
    ? "These benefits don't pause your payments."
    : "Keep making your payments until we tell you that it's approved.";

/** Returns the text about interest and payments during a pause or on a new plan. */
function pauseLines({ kind, drawsAgainOn = null }: StageData): readonly string[] {
  if (kind === 'term') {
    return [
      'A bill that we sent you before stays due, with its amount.',
      'Payments that you have scheduled are still made with their amounts. Cancel them and schedule new ones if you want to pay the new amount.',
    ];
  }
  if (!isPostponement(kind)) return [];
  return [
    'Payments that you have scheduled are still made. Cancel them if you don’t want to make them.',
    ...(drawsAgainOn === null
      ? []
      : [
          `Auto debit rests during this time, and you keep its lower interest rate. It draws again on ${formatUsDate(drawsAgainOn)}.`,
        ]),
    isForbearance(kind)
      ? 'Interest is charged on all your loans during this time.'
      : 'Interest is charged on your unsubsidized loans during this time, and unpaid interest is added to their principal at the end. The government pays the interest of your subsidized loans.',
  ];
}

/** How to name an earlier first day of active duty, and how to claim SCRA for private loans (rulings 68, 107). */
const EARLIER_DUTY =
  'We count from the day you applied, because you gave us no first day of active duty. If your active duty began earlier, upload your orders under Documents, or contact us.';
const PRIVATE_LOANS =
  'The limit on your private loans needs its own request. Send us a written request with a copy of your orders: upload them under Documents, or contact us. You can ask until 180 days after your service ends.';

/** Returns the text about a decided benefit; null for benefits that the dates of the pause describe sufficiently. */
function benefitLine({ benefit, period, loans }: DecidedBenefit, facts: StageData): string | null {
  const { endsOn, isDutyStartOpen = false, hasPrivateLoans = false } = facts;
  const days = period === null ? '' : `From ${periodText(period.from, period.until)}`;
  switch (benefit) {
    case 'scra':
      return [
        period === null
          ? "Your loans from before active duty already cost 6 percent or less, so the SCRA limit doesn't change them."
          : `${days}, the interest rate of these loans from before active duty is at most 6 percent (SCRA): ${loans.join('; ')}.`,
        ...(isDutyStartOpen ? [EARLIER_DUTY] : []),
        ...(hasPrivateLoans ? [PRIVATE_LOANS] : []),
      ].join(' ');
    case 'hostileDuty':
      return period === null
        ? "You can't get the hostile-area benefit: none of your loans qualify, or you've used all the months."
        : `${days}, no interest is added on these loans for duty in hostile areas: ${loans.join('; ')}.`;
    case 'heroesAct':
      return endsOn === null ? null : `You don’t have to confirm your income before ${formatUsDate(endsOn)}.`;
    case 'militaryDeferment':
    case 'twelveMonthDeferment':
    case 'mandatoryForbearance':
      return null;
  }
}

const benefitLines = (facts: StageData): string[] =>
  (facts.benefits ?? []).map((each) => benefitLine(each, facts)).filter((line) => line !== null);

/** The consequence of the end of a benefit that postpones nothing; null for benefits that postpone payments. */
const AFTER_BENEFIT: Readonly<Record<Benefit, string | null>> = {
  scra: 'After that, your loans have their regular interest rates again.',
  hostileDuty: 'After that, interest is added again.',
  heroesAct: 'After that, you confirm your income each year again.',
  militaryDeferment: null,
  twelveMonthDeferment: null,
  mandatoryForbearance: null,
};

/** Returns the announcement of the end of benefits that postpone nothing, each with its last day (ruling 107). */
function benefitsEnding({ benefits = [], endsOn }: StageData): StageMessage {
  return {
    subject: `Ending soon: ${benefits.map(({ benefit }) => benefitNames[benefit]).join(', ')}`,
    paragraphs: [
      ...benefits.flatMap(({ benefit, period }) => {
        const end = period?.until ?? endsOn;
        if (end === null) return [];
        return [
          `${benefitNames[benefit]}: in effect ${throughText(lastDayOfPause(end))}. ${AFTER_BENEFIT[benefit] ?? ''}`,
        ];
      }),
      "If you're still on active duty then, you can apply again under Repayment Options. Your payments stay due as before.",
    ],
  };
}

const getMeaning = (facts: StageData, status: Application['status']): string =>
  applicationMeaning({
    kind: facts.kind,
    status,
    startDate: facts.startsOn,
    endDate: facts.endsOn,
    reason: facts.reason,
  });

/** Returns the sentences about the grants of an approval. */
function approvalLines(facts: StageData): string[] {
  const { kind, plans = [] } = facts;
  if (plans.length > 0) return approvedPlanLines(plans);
  return [kind === 'militaryBenefits' ? 'Your payments are still due.' : getMeaning(facts, 'approved')];
}

/** Returns the sentences about the consequences of the end of a grant. */
function afterEnd({ isFollowed = false }: StageData): string {
  return isFollowed
    ? 'Your next pause begins on the day after.'
    : 'Your payments are due again after that. Your next due date is shown under My Loans. If you still can’t pay, you can apply for a longer pause or another plan now, under Repayment Options. A new pause begins when this one ends.';
}

/** Returns the message of a stage. */
export function stageMessage(stage: Stage, facts: StageData): StageMessage {
  const name = getApplicationName(facts);
  switch (stage) {
    case 'received':
      return {
        subject: `We received your application: ${name}`,
        paragraphs: [
          `We received your application for ${name} on ${formatUsDate(facts.sentOn)}.`,
          numberLine(facts),
          ...(facts.reviewOn === null ? [] : [`We start to review it on ${formatUsDate(facts.reviewOn)}.`]),
          ...(facts.documentName === null ? [] : [documentLine(facts)]),
          getPaymentReminder(facts),
        ],
      };
    case 'documentsNeeded':
    case 'documentReminder':
      return {
        subject: `${stage === 'documentReminder' ? 'Reminder: we' : 'We'} need a document for your application: ${name}`,
        paragraphs: [
          documentLine(facts),
          "We can't decide on your application until we have it. If we don't get it in time, we close the application.",
          numberLine(facts),
        ],
      };
    case 'approved':
      return {
        subject: `We approved your application: ${name}`,
        paragraphs: [
          `We approved your application for ${name}.`,
          ...approvalLines(facts),
          ...pauseLines(facts),
          ...benefitLines(facts),
          numberLine(facts),
        ],
      };
    case 'denied':
      return {
        subject: `We couldn't approve your application: ${name}`,
        paragraphs: [
          `We couldn't approve your application for ${name}. Your payments are still due.`,
          ...(facts.reason === null ? [] : [denialReasons[facts.reason].why, denialReasons[facts.reason].next]),
          numberLine(facts),
        ],
      };
    case 'incomplete':
      return {
        subject: `We closed your application: ${name}`,
        paragraphs: [getMeaning(facts, 'incomplete'), numberLine(facts)],
      };
    case 'endAnnounced':
      if (facts.kind === 'militaryBenefits') return benefitsEnding(facts);
      return {
        subject: `Ending soon: ${name}`,
        paragraphs: [
          facts.endsOn === null
            ? `Your ${name} ends soon.`
            : `Your ${name} is in effect ${throughText(lastDayOfPause(facts.endsOn))}.`,
          afterEnd(facts),
        ],
      };
  }
}

/** The loans that a granted pause does not cover, because they are in default on its first day `on`. */
interface PauseInDefault {
  readonly kind: ApplicationKind;
  readonly on: PlainDate;
  readonly groups: readonly { readonly loanType: string }[];
  /** Whether the pause covers no other loans. */
  readonly isWhole: boolean;
  /** Whether the application also lowers rates. */
  readonly lowersRates: boolean;
}

/** Returns the letter about a granted pause that did not begin for loans in default (ruling 97). */
export function pauseInDefaultLetter({ kind, on, groups, isWhole, lowersRates }: PauseInDefault): StageMessage {
  const name = applicationKindNames[kind];
  const loans = [...new Set(groups.map(({ loanType }) => loanType))].join(', ');
  return {
    subject: isWhole ? `Your ${name} didn't begin` : `Your ${name} doesn't cover all your loans`,
    paragraphs: [
      `Your ${name} was to begin on ${formatUsDate(on)}. By then, ${isWhole ? 'your loans' : `some of your loans (${loans})`} were in default, so we can't pause their payments.`,
      ...(isWhole ? [] : ['It has begun on your other loans.']),
      ...(lowersRates ? ['You still get the lower interest that we approved for active duty.'] : []),
      "If we canceled a bill for this time, it's due again on its date. See what you owe under My Loans.",
      DEFAULT_NEXT,
    ],
  };
}
