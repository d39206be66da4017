/** Step 4: the application was received, the next steps, and the required document (R §4 Next steps). */
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import type { deferment } from '#machines/repayment/deferment/deferment.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Content, ContentCard, Notice } from '../../../ui/index.ts';
import { RequiredDocument } from '../postponement/RequiredDocument.tsx';
import { ReceivedApplication } from '../postponement/ReceivedApplication.tsx';
import { DefermentStep } from './Steps.tsx';

export function NextSteps({ state, send, children: { uploadDocument } }: ViewProps<typeof deferment>) {
  const { received, qualification, uploads, documentTypeIds } = state.context;
  if (received === null || qualification === null) return null;
  const { defermentType } = qualification;
  return (
    <DefermentStep current={3} sidebar={<ContentCard section="deferment" name="next-steps-sidebar" tone="quiet" />}>
      <Notice kind="success">
        <Content
          section="deferment"
          name="received"
          fallbackWhileLoading
          fallback={<p>Thank you. We have received your application.</p>}
        />
      </Notice>
      <ReceivedApplication name={applicationKindNames[defermentType]} received={received} />
      <RequiredDocument
        documentTypes={uploads.documentTypes}
        documentTypeId={documentTypeIds[defermentType]}
        upload={uploadDocument}
        isStopped={state.matches({ nextSteps: { upload: 'uploadStopped' } })}
        onRetry={() => send({ type: 'retry.requested' })}
      >
        <Content
          section="deferment"
          name={`next-steps-${defermentType}`}
          fallback={<p>Send us the document listed here, now or later under Upload Documents.</p>}
        />
      </RequiredDocument>
    </DefermentStep>
  );
}
