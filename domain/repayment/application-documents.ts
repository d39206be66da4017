/** The document that an application needs (R §4 Next steps) and the deadline for uploading it (ruling 74). */
import { type PlainDate, addDays, businessDate } from '../calendar.ts';
import { needsDocument as needsMilitaryDocument } from './military/rules.ts';
import type { ApplicationKind } from '../applications/shapes.ts';
import { type Application } from './postponement/shapes.ts';
import { type ApplicationContent } from './postponement/content.ts';
import { DEFAULT_DURATIONS } from '../application-durations.ts';
import { isUndecided } from './postponement/rules.ts';
import { needsProofOfLoans } from './term/application.ts';

/** Document type ids by kind of application, from the configuration. */
export type DocumentTypeIds = Readonly<
  Record<'unemployment' | 'rehabilitation' | 'economicHardship' | 'inSchool' | 'military' | 'otherLoans', number>
>;

/**
 * Returns the id of the document type that an application needs, or null if it needs none. `content` is null if unknown,
 * because the application came by mail or phone.
 */
export function neededDocumentType(
  kind: ApplicationKind,
  content: ApplicationContent | null,
  ids: DocumentTypeIds,
): number | null {
  switch (kind) {
    case 'unemployment':
    case 'rehabilitation':
    case 'economicHardship':
    case 'inSchool':
    case 'military':
      return ids[kind];
    case 'mandatoryForbearance':
      return ids.military;
    case 'militaryBenefits':
      return content !== null && 'benefits' in content && needsMilitaryDocument(content.benefits) ? ids.military : null;
    case 'term':
      return content?.kind === 'term' && needsProofOfLoans(content) ? ids.otherLoans : null;
    case 'hardship':
    case 'idr':
      return null;
  }
}

/**
 * Returns the last day on which a missing document is accepted. Returns null before the review starts, if the
 * application needs no document, and after a document was uploaded.
 */
export function documentDueDay(application: Application, durations = DEFAULT_DURATIONS): PlainDate | null {
  const { document: needed, reviewStartedDateTime, next } = application;
  if (next?.event === 'documentDue') return next.date;
  if (!isUndecided(application) || needed == null || needed.uploads.length > 0 || reviewStartedDateTime === null) {
    return null;
  }
  return addDays(businessDate(new Date(reviewStartedDateTime)), durations.daysToSendDocument);
}
