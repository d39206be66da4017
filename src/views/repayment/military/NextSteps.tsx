/** Step 3: the application was received. The next steps depend on the requested benefits (ruling 33). */
import { isProcessedNow, needsDocument, postponementIn } from '#domain/repayment/military/rules.ts';
import { type Benefit, benefitNames } from '#domain/military-benefits.ts';
import type { military } from '#machines/repayment/military/military.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Card, Content, Stack } from '../../../ui/index.ts';
import { RequiredDocument } from '../postponement/RequiredDocument.tsx';
import { ReceivedApplication } from '../postponement/ReceivedApplication.tsx';
import { MilitaryStep } from './Steps.tsx';

/** Text about processing for each benefit that requires no document, null for the others. */
const PROCESSED = {
  scra: <Content section="militarybenefits" name="processed-scra" />,
  militaryDeferment: null,
  twelveMonthDeferment: null,
  heroesAct: <Content section="militarybenefits" name="processed-heroesAct" />,
  hostileDuty: null,
  mandatoryForbearance: null,
} as const satisfies Record<Benefit, unknown>;

/** Text about the required documents of each benefit, null for benefits that require none. */
const REQUIRED = {
  scra: null,
  militaryDeferment: <Content section="militarybenefits" name="document-militaryDeferment" />,
  twelveMonthDeferment: <Content section="militarybenefits" name="document-twelveMonthDeferment" />,
  heroesAct: null,
  hostileDuty: <Content section="militarybenefits" name="document-hostileDuty" />,
  mandatoryForbearance: <Content section="militarybenefits" name="document-mandatoryForbearance" />,
} as const satisfies Record<Benefit, unknown>;

export function NextSteps({ state, send, children: { uploadDocument } }: ViewProps<typeof military>) {
  const { chosen, received, uploads, documentTypeId } = state.context;
  const isRequired = needsDocument(chosen);
  return (
    <MilitaryStep current={2} sidebar={3}>
      {received && (
        <ReceivedApplication name={chosen.map((benefit) => benefitNames[benefit]).join(', ')} received={received} />
      )}
      {isProcessedNow(chosen) && (
        <Card heading="What we process now">
          <Stack>
            {chosen
              .filter((benefit) => PROCESSED[benefit] !== null)
              .map((benefit) => (
                <div key={benefit}>{PROCESSED[benefit]}</div>
              ))}
          </Stack>
        </Card>
      )}
      <RequiredDocument
        documentTypes={uploads.documentTypes}
        documentTypeId={documentTypeId}
        upload={uploadDocument}
        isStopped={state.matches({ nextSteps: { upload: 'uploadStopped' } })}
        onRetry={() => send({ type: 'retry.requested' })}
        isOptional={!isRequired}
        isPostponing={postponementIn(chosen) !== null}
      >
        <Stack>
          {isRequired ? (
            <Content section="militarybenefits" name="document-intro" />
          ) : (
            <Content section="militarybenefits" name="document-optional" />
          )}
          {chosen
            .filter((benefit) => REQUIRED[benefit] !== null)
            .map((benefit) => (
              <div key={benefit}>{REQUIRED[benefit]}</div>
            ))}
        </Stack>
      </RequiredDocument>
    </MilitaryStep>
  );
}
