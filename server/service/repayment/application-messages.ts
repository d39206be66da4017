/**
 * Notifies the borrower of the stages of an application: a message in the inbox, and an email and a text without details.
 */
import { type PlainDate } from '#domain/calendar.ts';
import { type Stage, type StageData, stageMessage } from '#domain/repayment/postponement/stage-messages.ts';
import type { Database } from '../../db/database.ts';
import { inboxMessages } from '../../db/schema/index.ts';
import type { NoticeKind } from '../../mail/messages.ts';
import type { TextKind } from '../../mail/texts.ts';
import { readEmail } from '../../credentials/contact.ts';
import { addNotice } from '../../mail/notices.ts';
import { LETTER, addAlert } from '../messages/texts.ts';

/** The email of each stage. */
const EMAILS: Readonly<Record<Stage, NoticeKind>> = {
  received: 'applicationReceived',
  documentsNeeded: 'documentMissing',
  documentReminder: 'documentMissing',
  approved: 'applicationDecided',
  denied: 'applicationDecided',
  incomplete: 'applicationClosed',
  endAnnounced: 'grantEnding',
};

/** The text of each stage. The other stages cause only a letter. */
const TEXTS: Readonly<Partial<Record<Stage, TextKind>>> = {
  documentsNeeded: 'textDocumentMissing',
  documentReminder: 'textDocumentMissing',
  approved: 'textApplicationDecided',
  denied: 'textApplicationDecided',
  incomplete: 'textApplicationClosed',
};

/** The recipient of the messages about an application. */
export interface Recipient {
  readonly db: Database;
  readonly borrowerKey: string;
  /** Who sent the application. Null if it did not come through the portal. */
  readonly webAccountId: string | null;
}

/** Returns the id of the message of a stage. */
export const stageMessageId = ({ confirmationNumber }: Pick<StageData, 'confirmationNumber'>, stage: Stage): string =>
  `${confirmationNumber}-${stage}`;

/**
 * Adds the message of a stage to the inbox, and its email and text to the outbox. Their ids are those of the application and the
 * stage, so that each is added once.
 */
export async function addStageMessage(
  { db, borrowerKey, webAccountId }: Recipient,
  { stage, on }: { readonly stage: Stage; readonly on: PlainDate },
  facts: StageData,
): Promise<void> {
  const id = stageMessageId(facts, stage);
  const { subject, paragraphs } = stageMessage(stage, facts);
  await db
    .insert(inboxMessages)
    .values({
      borrowerKey,
      documentId: id,
      isDirect: false,
      isPlainText: false,
      subject,
      text: paragraphs.join('\n\n'),
      receivedOn: on,
    })
    .onConflictDoNothing();
  const person = { role: 'borrower' } as const;
  const email = await readEmail({ db, borrowerKey, webAccountId: webAccountId ?? '', person });
  const isBenefit = stage === 'endAnnounced' && facts.kind === 'militaryBenefits';
  const notice = isBenefit ? 'benefitEnding' : EMAILS[stage];
  await addNotice(db, { borrowerKey, webAccountId, kind: notice, email, noticeId: id });
  const kind = TEXTS[stage];
  const ofStage = kind === undefined ? [] : [{ alert: 'application', kind } as const];
  await addAlert(db, borrowerKey, { id, texts: [...ofStage, LETTER] });
}
