/** The calls for payoff quotes. */
import * as v from 'valibot';
import { AccountId } from '../../accounts/shapes.ts';
import { PlainDateFromWire } from '../../calendar.ts';
import { readCall } from '../../call.ts';
import { FileResponse } from '../../file.ts';
import { PayoffAnswer } from './shapes.ts';

export const payoff = {
  quote: readCall({
    id: 'payoff.quote',
    path: 'payoff-quotes',
    summary:
      "Returns a payoff quote for one of the borrower's accounts; by default the first account with a balance and the first banking day 10 or more days ahead (`payoffQuoteDays`)",
    access: ['borrower'],
    query: v.object({ account: v.optional(AccountId), date: v.optional(PlainDateFromWire) }),
    response: PayoffAnswer,
  }),
  pdf: readCall({
    id: 'payoff.pdf',
    path: 'payoff-quotes/:accountId/:date/pdf',
    summary: 'Returns the same quote as a PDF file',
    access: ['borrower'],
    params: v.object({ accountId: AccountId, date: PlainDateFromWire }),
    answersFile: ['application/pdf'],
    response: FileResponse,
  }),
};
