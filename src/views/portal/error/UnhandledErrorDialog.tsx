/** Dialog for an unhandled error (P §8). */
import { Content, MessageDialog } from '../../../ui/index.ts';
import { SiteErrorText } from './SiteErrorText.tsx';

export interface UnhandledErrorDialogProps {
  readonly status: number | undefined;
  readonly message: string;
  readonly onClose: () => void;
}

export function UnhandledErrorDialog({ status, message, onClose }: UnhandledErrorDialogProps) {
  return (
    <MessageDialog
      kind="alert"
      title={
        <>
          <span className="ui-sr">Error: </span>
          <Content
            section="globalsite"
            name="site-error-page-subheading"
            fallback="Sorry, there’s been a problem."
            fallbackWhileLoading
            inline
          />
        </>
      }
      onClose={onClose}
    >
      <SiteErrorText />
      {status !== undefined && <p>{`Status Code: ${status}`}</p>}
      <p>{message}</p>
    </MessageDialog>
  );
}
