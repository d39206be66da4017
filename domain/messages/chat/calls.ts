/** The call for live chat (P §7). */
import { defineCall } from '../../call.ts';
import { ChatInformation } from './shapes.ts';

export const chat = {
  information: defineCall({
    id: 'chat.information',
    method: 'GET',
    path: 'chat/chat-information',
    summary: "Returns the address of the live chat's conversation page",
    access: ['public'],
    timeLimit: 'read',
    response: ChatInformation,
  }),
};
