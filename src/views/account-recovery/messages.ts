export const STEPS = ['Find Your Username', 'New Password', 'Password Changed'] as const;

/** What is said above the forms. The servicer's phone number stands for `{phone}`. */
export const NOTICES = {
  notRecognized:
    "We couldn't find loans that match what you entered. Please check all three entries and try again, or call us at {phone}.",
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  onlyByPhone:
    "You've had too many wrong attempts, so we can't look up your account online with these details. Call us at {phone}.",
  couldNotAsk: "We couldn't look up your username right now. Please press Continue again.",
  couldNotReset:
    "We haven't heard back, so we can't tell yet whether your new password was set. Please press Set New Password again. You can use the same password.",
} as const;
