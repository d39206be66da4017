/** The last step: the application was received, what comes next, and the document that it needs (R §4 Next steps). */
import { formatUsInstant } from '#domain/calendar.ts';
import { defermentTypeNames } from '#domain/deferment/messages.ts';
import type { deferment } from '#machines/deferment/deferment.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, Card, Content, Notice, PhoneLink, Stack, SummaryList } from '../../ui/index.ts';
import { UploadForm } from '../upload-document/UploadForm.tsx';
import { Step } from './Steps.tsx';

export function NextSteps({ state, send, children: { uploadDocument } }: ViewProps<typeof deferment>) {
  const { received, qualification, uploads, documentTypeIds } = state.context;
  if (received === null || qualification === null) return null;
  const { defermentType } = qualification;
  const wanted = uploads.documentTypes.find(({ id }) => id === documentTypeIds[defermentType]);
  return (
    <Step current={3} sidebar="next-steps-sidebar">
      <Notice kind="success">
        <Content
          section="deferment"
          name="received"
          meanwhile
          fallback={<p>Thank you. We have received your application.</p>}
        />
      </Notice>
      <SummaryList
        rows={[
          { label: 'Application', value: defermentTypeNames[defermentType] },
          { label: 'Confirmation Number', value: <strong>{received.confirmationNumber}</strong> },
          { label: 'Submitted on', value: formatUsInstant(new Date(received.receivedDateTime)) },
        ]}
      />
      <Card heading="What we need from you">
        <Stack gap="large">
          <Content
            section="deferment"
            name={`next-steps-${defermentType}`}
            fallback={<p>Send us the document that is named here. You can also do so later under Upload Documents.</p>}
          />
          {wanted && (
            <p>
              Document: <strong>{wanted.name}</strong>
            </p>
          )}
          {uploadDocument && <UploadForm running={uploadDocument} />}
          {state.matches({ nextSteps: { upload: 'uploadStopped' } }) && (
            <Notice
              kind="error"
              id="notice"
              action={<Button onClick={() => send({ type: 'retry.wanted' })}>Try again</Button>}
            >
              <p>The form could not be shown.</p>
            </Notice>
          )}
        </Stack>
      </Card>
      <p>
        Keep paying until we have told you that your payments are postponed. With questions, call us at <PhoneLink />.
      </p>
    </Step>
  );
}
