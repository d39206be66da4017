/**
 * The messages to the inbox about the stages of an application, and the letter of its decision. Messages contain no
 * account numbers, and no amounts except those of an approved plan (ruling 99).
 */
import { type PlainDate, formatUsDate } from '../../calendar.ts';
import type { Benefit } from '../../military-benefits.ts';
import { lastDayOfPause, periodText, throughText } from '../../pause-end.ts';
import { isForbearance } from '../../postponement-kinds.ts';
import { isPostponement } from './rules.ts';
import { approvedPlanLines } from './approved-plans.ts';
import type { Application, ApplicationKind, ApprovedPlan, DenialReason } from './shapes.ts';
import { DEFAULT_NEXT, applicationKindNames, applicationMeaning, denialReasons } from './status-messages.ts';

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
}

/** The facts of a message. */
export interface StageFacts {
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

const nameOf = ({ kind }: Pick<StageFacts, 'kind'>): string => applicationKindNames[kind];

const numberLine = ({ confirmationNumber }: StageFacts): string =>
  `Your confirmation number is ${confirmationNumber}. You can follow the status of your application under Repayment Options.`;

const documentLine = ({ documentName, documentDueOn }: StageFacts): string => {
  const by = documentDueOn === null ? '' : ` by ${formatUsDate(documentDueOn)}`;
  return `We need a document from you: ${documentName ?? 'a document'}. Upload it under Documents${by}.`;
};

const keepPaying = ({ kind }: StageFacts): string =>
  kind === 'militaryBenefits'
    ? "These benefits don't pause your payments."
    : 'Keep making your payments until we tell you that it is approved.';

/** Returns the text about interest and payments during a pause or on a new plan. */
function pauseLines({ kind, drawsAgainOn = null }: StageFacts): readonly string[] {
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

/** Returns the text about a decided benefit; null for those that the dates of the pause say enough about. */
function benefitLine({ benefit, period }: DecidedBenefit, endsOn: PlainDate | null): string | null {
  const days = period === null ? '' : `From ${periodText(period.from, period.until)}`;
  switch (benefit) {
    case 'scra':
      return period === null
        ? 'None of your loans from before active duty has an interest rate above 6 percent, so the interest rate limit (SCRA) changes nothing.'
        : `${days}, the interest rate of loans that you took out before active duty is at most 6 percent.`;
    case 'hostileDuty':
      return period === null
        ? 'Your interest stays as it is for duty in hostile areas: no loan qualifies, or you have used all the months.'
        : `${days}, no interest is added on the loans that qualify for duty in hostile areas.`;
    case 'heroesAct':
      return endsOn === null ? null : `You don’t have to confirm your income before ${formatUsDate(endsOn)}.`;
    case 'militaryDeferment':
    case 'twelveMonthDeferment':
    case 'mandatoryForbearance':
      return null;
  }
}

const benefitLines = ({ benefits = [], endsOn }: StageFacts): string[] =>
  benefits.map((each) => benefitLine(each, endsOn)).filter((line) => line !== null);

const meaningOf = (facts: StageFacts, status: Application['status']): string =>
  applicationMeaning({
    kind: facts.kind,
    status,
    startDate: facts.startsOn,
    endDate: facts.endsOn,
    reason: facts.reason,
  });

/** Returns what an approval grants. */
function approvalLines(facts: StageFacts): string[] {
  const { kind, plans = [] } = facts;
  if (plans.length > 0) return approvedPlanLines(plans);
  return [kind === 'militaryBenefits' ? 'Your payments stay due as before.' : meaningOf(facts, 'approved')];
}

/** Returns what follows the end of a grant. */
function afterEnd({ kind, isFollowed = false }: StageFacts): string {
  if (!isPostponement(kind)) return 'Your loans have their regular terms again after that.';
  return isFollowed
    ? 'Your next pause begins on the day after.'
    : 'Your payments are due again after that. Your next due date is shown under My Loans. If you still can’t pay, you can apply for a longer pause or another plan now, under Repayment Options. A new pause begins when this one ends.';
}

/** Returns the message of a stage. */
export function stageMessage(stage: Stage, facts: StageFacts): StageMessage {
  const name = nameOf(facts);
  switch (stage) {
    case 'received':
      return {
        subject: `We received your application: ${name}`,
        paragraphs: [
          `We received your application for ${name} on ${formatUsDate(facts.sentOn)}.`,
          numberLine(facts),
          ...(facts.reviewOn === null ? [] : [`We start to review it on ${formatUsDate(facts.reviewOn)}.`]),
          ...(facts.documentName === null ? [] : [documentLine(facts)]),
          keepPaying(facts),
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
          `We couldn't approve your application for ${name}. Your payments are due as before.`,
          ...(facts.reason === null ? [] : [denialReasons[facts.reason].why, denialReasons[facts.reason].next]),
          numberLine(facts),
        ],
      };
    case 'incomplete':
      return {
        subject: `We closed your application: ${name}`,
        paragraphs: [meaningOf(facts, 'incomplete'), numberLine(facts)],
      };
    case 'endAnnounced':
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
  /** Whether the application lowers rates besides. */
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
      'If we canceled a bill for this time, it is due again on its date. See what you owe under My Loans.',
      DEFAULT_NEXT,
    ],
  };
}
