/** A dialog whose code failed to load. */
import { PartMissing, type PartMissingProps } from '../../views/portal/page-code/PartMissing.tsx';
import { ReloadNeededError } from '../browser/import-chunk.ts';
import { reloadPage } from '../browser/reload-page.ts';

export interface DialogMissingProps extends Pick<PartMissingProps, 'what' | 'onClose'> {
  readonly failure: unknown;
}

/** Offers to reload the page only if the code cannot load without that. */
export const DialogMissing = ({ failure, ...props }: DialogMissingProps) => (
  <PartMissing {...props} onReload={failure instanceof ReloadNeededError ? () => void reloadPage() : undefined} />
);
