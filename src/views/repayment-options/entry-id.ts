/** The id of the entry of the application in process on the repayment options page. Notices and the guides link to it. */
export const IN_PROCESS_ID = 'application-in-process';
