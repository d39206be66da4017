/** Under this name it is kept in the session of the tab that somebody has put the button of the chat away. */
export const PUT_AWAY = 'ChatPutAway';
