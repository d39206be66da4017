export const STEPS = ['Find Your Username', 'Enter Your Code', 'New Password', 'Password Changed'] as const;

/** Notices above the forms. `{phone}` is the placeholder for the servicer's phone number. */
export const ACCOUNT_RECOVERY_NOTICES = {
  over: 'Too much time has passed since you entered your code. For your safety, please start again.',
  tooManyAttempts: "You've tried too many times. Please try again in 15 minutes.",
  couldNotAsk: "We couldn't send a code right now. Please try again.",
  couldNotCheck: "We couldn't check your code right now. Please press Continue again.",
  couldNotReset:
    "We haven't heard back, so we can't tell yet whether your new password was set. Please press Set New Password again. You can use the same password.",
} as const;
