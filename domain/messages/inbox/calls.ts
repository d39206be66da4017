/** The calls for the borrower's inbox (P §7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { FileResponse } from '../../file.ts';
import { DocumentId, InboxFilter, InboxPage, InboxText, MAX_MESSAGES, MarkedMessage } from './shapes.ts';

const access = ['borrower'] as const;
const params = v.object({ documentId: DocumentId });

/** Creates the schema of a positive number in a URL. */
const number = (most: number) => v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/), v.transform(Number), v.maxValue(most));

const Counted = v.object({ unread: v.number() });
const unreadIn = (answer: unknown) => (v.is(Counted, answer) ? answer.unread : undefined);

export const inbox = {
  messages: defineCall({
    id: 'inbox.messages',
    method: 'GET',
    path: 'inbox-messages',
    summary: 'Returns one page of the messages, newest first, either all messages or the unread ones',
    access,
    timeLimit: 'read',
    query: v.object({ filter: InboxFilter, page: number(999_999), size: number(MAX_MESSAGES) }),
    response: InboxPage,
    unreadIn,
  }),
  message: defineCall({
    id: 'inbox.message',
    method: 'GET',
    path: 'inbox-messages/:documentId',
    summary: 'Returns one message with its text, without marking it as read',
    access,
    timeLimit: 'read',
    params,
    response: InboxText,
  }),
  mark: defineCall({
    id: 'inbox.mark',
    method: 'POST',
    path: 'inbox-message-marks',
    summary: 'Marks messages as read or unread. Marks none if one of them does not belong to the borrower',
    access,
    timeLimit: 'write',
    body: v.strictObject({
      messages: v.pipe(v.array(MarkedMessage), v.minLength(1), v.maxLength(MAX_MESSAGES)),
      readFlag: v.boolean(),
    }),
    response: Counted,
    unreadIn,
    rows: (body) =>
      v
        .parse(v.object({ messages: v.array(MarkedMessage) }), body)
        .messages.map(({ messageId }) => ({ kind: 'inboxMessage', key: messageId })),
  }),
  pdf: defineCall({
    id: 'inbox.pdf',
    method: 'GET',
    path: 'inbox-messages/:documentId/pdf',
    summary: 'Returns a message as a PDF file. Returns 404 for a plain-text message',
    access,
    timeLimit: 'read',
    params,
    answersFile: ['application/pdf'],
    response: FileResponse,
  }),
  plainText: defineCall({
    id: 'inbox.plainText',
    method: 'GET',
    path: 'inbox-messages/:documentId/plain-text',
    summary: 'Returns a plain-text message as a file. Returns 404 for a PDF message',
    access,
    timeLimit: 'read',
    params,
    answersFile: ['text/plain'],
    response: FileResponse,
  }),
};
