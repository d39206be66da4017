/** Rules for live chat: which chat starts, and when (P §2.2, §6, ruling 13). */
import type { Person } from '../../session/identity/shapes.ts';
import type { Configuration } from '../../portal/shapes.ts';
import type { ChatKind } from './shapes.ts';

export interface ChatDeps {
  /** The signed-in person; null for visitors. */
  readonly person: Person | null;
  readonly path: string;
  /** The feature flag of the chat in managed content (`globalsite/cx-one-chat`). */
  readonly isSwitchedOn: boolean;
  /** The maintenance flag in managed content (`globalsite/disabled-mma-enabled`). */
  readonly isMaintenance: boolean;
  readonly settings: Pick<Configuration['chat'], 'isBotAfterSignIn' | 'agentPaths'>;
}

const isAmong = (path: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('/*') ? path === pattern.slice(0, -2) || path.startsWith(pattern.slice(0, -1)) : path === pattern,
  );

/** Returns whether the person may chat with an agent: borrowers, but not payers or impersonators (P §6). */
const mayHaveAgent = (person: Person): boolean => person.role === 'borrower' && !person.isImpersonator;

/**
 * Returns whether to offer the live chat page (P §2.4, ruling 50): the person has a chat on at least one page. Payers
 * may not open the page (ruling 7).
 */
export const mayOpenChat = ({ person, isSwitchedOn, isMaintenance, settings }: Omit<ChatDeps, 'path'>): boolean =>
  isSwitchedOn &&
  !isMaintenance &&
  (person === null || mayHaveAgent(person) || (person.role === 'borrower' && settings.isBotAfterSignIn));

/**
 * Returns the chat that starts on a page. Visitors get the bot. Borrowers get an agent on the configured paths and, if
 * configured, the bot elsewhere. Payers and impersonators get no agent. During maintenance there is no chat.
 */
export function chatOn({ person, path, isSwitchedOn, isMaintenance, settings }: ChatDeps): ChatKind | null {
  if (!isSwitchedOn || isMaintenance) return null;
  if (person === null) return 'bot';
  if (mayHaveAgent(person) && isAmong(path, settings.agentPaths)) return 'agent';
  return settings.isBotAfterSignIn ? 'bot' : null;
}
