/**
 * The deployed version of the portal, and reloads of the document for a new version: at most one automatic reload per
 * version and tab.
 */
import type { EffectHandlers } from '#machines/kit/effect.ts';

/** The version for which this tab last reloaded the document. */
const RELOADED_FOR = 'reloaded-for-version';

export interface ReleaseDeps {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Reads the deployed version; null if the server is unreachable, '' if it reports none. */
  readonly deployedVersion: (signal: AbortSignal) => Promise<string | null>;
  /** Returns whether a reload would lose unsaved work. */
  readonly isUnsaved: () => boolean;
  readonly reload: () => void;
}

export const releaseEffects = ({ storage, deployedVersion, isUnsaved, reload }: ReleaseDeps) =>
  ({
    'release.find': async (_, signal) => {
      const version = await deployedVersion(signal);
      return { version, isReloadedFor: version === storage.getItem(RELOADED_FOR), isUnsaved: isUnsaved() };
    },
    'release.reload': ({ version }) => {
      storage.setItem(RELOADED_FOR, version);
      reload();
    },
  }) satisfies Partial<EffectHandlers>;
