/** The form that confirms the download of the borrower's record. */

/** The values of the form, as typed. */
export interface RecordValues {
  readonly password: string;
}
