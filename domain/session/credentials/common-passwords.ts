/**
 * The most common passwords and their building blocks. Most of them are shorter than the minimum length, so a password
 * counts as common if it only combines such pieces: `password` twice, or `qwerty123456789`.
 */
const PIECES = [
  '0123456789 1234567890 987654321 9876543210 123456789 12345678 1234567 123456 12345 1234 123 321',
  'password passw0rd pass word qwertyuiop qwerty qwertz azerty asdfghjkl asdfgh asdf zxcvbnm zxcvbn',
  '1q2w3e4r5t6y7u8i9o0p 1q2w3e4r5t 1q2w3e4r 1q2w3e 1qaz2wsx3edc 1qaz2wsx qazwsxedc qazwsx q1w2e3r4',
  'abcdefghijklmnopqrstuvwxyz abcdefghijklmno abcdefgh abcdef abcd abc a1b2c3d4 abc123',
  'iloveyou ilove letmein welcome admin administrator root login user guest master shadow secret changeme default test',
  'monkey dragon football baseball basketball soccer hockey sunshine princess superman batman pokemon starwars',
  'trustno1 whatever freedom michael jordan jennifer ashley charlie daniel jessica thomas michelle summer winter',
  'flower cookie chocolate cheese computer internet google facebook samsung liverpool chelsea arsenal',
  'studentloans studentloan student loans loan studentaid account mypassword mypass hello world',
  'correcthorsebatterystaple unbreakable',
]
  .join(' ')
  .split(' ');

/** Returns how often `text` repeats its first character at the start. Three repetitions or more count as a piece. */
const countRepeated = (text: string): number => /^(.)\1*/su.exec(text)?.[0].length ?? 0;

/**
 * Returns whether a password only combines common pieces. Ignores case, spaces and punctuation, unless the password has
 * no letters or digits.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || password;
  const reached = new Set([0]);
  // Iterating over a set includes the values added during iteration, so this visits every position that pieces can
  // reach.
  for (const place of reached) {
    if (place === text.length) return true;
    const rest = text.slice(place);
    const run = countRepeated(rest);
    if (run >= 3) reached.add(place + run);
    for (const piece of PIECES) if (rest.startsWith(piece)) reached.add(place + piece.length);
  }
  return false;
}
