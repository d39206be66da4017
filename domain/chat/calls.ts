/** The call for live chat (P §7). */
import { defineCall } from '../call.ts';
import { ChatInformation } from './shapes.ts';

export const chat = {
  information: defineCall({
    id: 'chat.information',
    method: 'GET',
    path: 'chat/chat-information',
    summary: 'Where the conversation page of the live chat stands',
    access: ['public'],
    timeLimit: 'read',
    response: ChatInformation,
  }),
};
