/** Rules on live chat: whether it starts, and with whom (P §2.2, §6, ruling 13). */
import type { Person } from '../identity/shapes.ts';
import type { Configuration } from '../portal/shapes.ts';
import type { ChatKind } from './shapes.ts';

export interface ChatFacts {
  /** Who is signed in, or null. */
  readonly person: Person | null;
  readonly path: string;
  /** The content flag of the chat (`globalsite/cx-one-chat`). */
  readonly isSwitchedOn: boolean;
  /** Disabled-account mode (`globalsite/disabled-mma-enabled`). */
  readonly isMaintenance: boolean;
  readonly settings: Pick<Configuration['chat'], 'isBotAfterSignIn' | 'agentPaths'>;
}

const isAmong = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('/*') ? path === pattern.slice(0, -2) || path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );

/** An agent answers borrowers, but neither payers nor whoever impersonates one (P §6). */
const mayHaveAgent = (person: Person): boolean => person.role === 'borrower' && !person.isImpersonator;

/**
 * Whether somebody may open the chat on its own page (ruling 50), and is offered a link to it (P §2.4): whoever has a chat
 * anywhere. The page is not among the addresses of payers (ruling 7).
 */
export const mayOpenChat = ({ person, isSwitchedOn, isMaintenance, settings }: Omit<ChatFacts, 'path'>): boolean =>
  isSwitchedOn &&
  !isMaintenance &&
  (person === null || mayHaveAgent(person) || (person.role === 'borrower' && settings.isBotAfterSignIn));

/**
 * Which chat starts on a page. Visitors have the bot. A borrower has an agent on the configured paths, and the bot
 * elsewhere where the configuration says so; payers and impersonators have no agent. In maintenance there is none.
 */
export function chatOn({ person, path, isSwitchedOn, isMaintenance, settings }: ChatFacts): ChatKind | null {
  if (!isSwitchedOn || isMaintenance) return null;
  if (person === null) return 'bot';
  if (mayHaveAgent(person) && isAmong(path, settings.agentPaths)) return 'agent';
  return settings.isBotAfterSignIn ? 'bot' : null;
}
