/** The browser has the file. */
import type { downloadRecord } from '#machines/accounts/download-record/download-record.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, Notice, Stack } from '../../../ui/index.ts';

export const RecordSaved = ({ send }: Pick<ViewProps<typeof downloadRecord>, 'send'>) => (
  <Stack gap="large">
    <Notice
      kind="success"
      id="notice"
      action={
        <Button variant="secondary" onClick={() => send({ type: 'again.pressed' })}>
          Download Again
        </Button>
      }
    >
      <p>
        We sent your record to your browser. Look for the ZIP file in your downloads. Start with the file README.txt in
        it.
      </p>
    </Notice>
    <p>The file contains private information. If you use a shared computer, move the file and empty the trash.</p>
  </Stack>
);
