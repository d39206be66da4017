/**
 * Step 3: the school has reported the enrollment and no action is necessary (ruling 34), or the application was
 * received and requires a document (R §4 In-school).
 */
import type { inSchool } from '#machines/repayment/in-school/in-school.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Content, ContentCard, Notice, PhoneLink } from '../../../ui/index.ts';
import { RequiredDocument } from '../postponement/RequiredDocument.tsx';
import { ReceivedApplication } from '../postponement/ReceivedApplication.tsx';
import { ToRepaymentOptions } from '../postponement/ToRepaymentOptions.tsx';
import { InSchoolStep } from './Steps.tsx';

const Reported = () => (
  <InSchoolStep current={2}>
    <Notice kind="success">
      <Content
        section="school"
        name="reported"
        fallbackWhileLoading
        fallback={<p>Your school has reported your enrollment to us. You don't need to do anything.</p>}
      />
    </Notice>
    <Content section="school" name="reported-next" />
    <p>
      If you have questions, call us at <PhoneLink />.
    </p>
    <ToRepaymentOptions />
  </InSchoolStep>
);

export function NextSteps({ state, send, children: { uploadDocument } }: ViewProps<typeof inSchool>) {
  const { received, uploads, documentTypeId } = state.context;
  if (state.matches({ nextSteps: 'reported' })) return <Reported />;
  return (
    <InSchoolStep
      current={2}
      sidebar={<ContentCard section="school" name="upload-instructions-sidebar" tone="quiet" />}
    >
      {received && <ReceivedApplication name="In-School Deferment" received={received} />}
      <RequiredDocument
        documentTypes={uploads.documentTypes}
        documentTypeId={documentTypeId}
        upload={uploadDocument}
        isStopped={state.matches({ nextSteps: { documentRequired: { upload: 'uploadStopped' } } })}
        onRetry={() => send({ type: 'retry.requested' })}
      >
        <Content section="school" name="upload-instructions" />
      </RequiredDocument>
    </InSchoolStep>
  );
}
