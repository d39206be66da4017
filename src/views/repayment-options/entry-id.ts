/** The places on the repayment options page that notices link to. */
import type { Application } from '#domain/postponement/shapes.ts';

/** The id of an application's entry on the list. */
export const entryId = ({ confirmationNumber }: Pick<Application, 'confirmationNumber'>): string =>
  `application-${confirmationNumber}`;

/** The id of the heading of the list. */
export const LIST_ID = 'your-applications';
