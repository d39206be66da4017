export const STEPS = ['Find Your Username', 'New Password', 'Password Changed'] as const;

/** What is said above the forms. The servicer's phone number stands for `{phone}`. */
export const NOTICES = {
  notRecognized:
    'We could not find loans that go with what you entered. Please check all three entries and try again, or call us at {phone}.',
  tooManyAttempts: 'There were too many attempts. Please try again in 15 minutes.',
  onlyByPhone:
    'We cannot help you on this site with what you entered, because there were too many wrong attempts. Please call us at {phone}.',
  couldNotAsk: 'Your username could not be looked up just now. Please press Continue again.',
  couldNotReset:
    'No answer came, so we cannot say yet whether your new password was set. Please press Set New Password again: the same password can be set again.',
} as const;
