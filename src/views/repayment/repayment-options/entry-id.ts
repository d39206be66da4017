/** Id of the application in process on the repayment options page. Notices and guides link to it. */
export const IN_PROCESS_ID = 'application-in-process';
