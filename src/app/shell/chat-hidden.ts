/** The key in session storage that records that the person has hidden the chat button. */
export const CHAT_HIDDEN = 'ChatPutAway';
