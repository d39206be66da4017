import { STEP_TITLE } from '../page-heading/title-ids.ts';

export interface StepperProps {
  /** Names of the steps, in order. */
  steps: readonly string[];
  /** Current step, 0-based. */
  current: number;
  /** Accessible name of the stepper. */
  label?: string | undefined;
}

const toStepState = (index: number, current: number) =>
  index < current ? 'complete' : index === current ? 'current' : 'ahead';

const spoken = { complete: ' completed', current: ' current', ahead: ' not completed' } as const;

/**
 * Progress in a flow. Steps are not links: the Previous button and the browser's Back button go back. The heading names
 * the current step.
 */
export function Stepper({ steps, current, label = 'Progress' }: StepperProps) {
  return (
    <section className="ui-stepper" aria-label={label}>
      <ol className="ui-stepper__steps">
        {steps.map((step, index) => {
          const state = toStepState(index, current);
          return (
            <li
              className="ui-stepper__step"
              key={step}
              data-state={state}
              aria-current={state === 'current' ? 'step' : undefined}
            >
              {state === 'complete' ? <span className="ui-stepper__tick" aria-hidden="true" /> : null}
              <span className="ui-stepper__name">
                {step}
                <span className="ui-sr">{spoken[state]}</span>
              </span>
            </li>
          );
        })}
      </ol>
      <h2 className="ui-stepper__heading" id={STEP_TITLE} tabIndex={-1}>
        <span className="ui-stepper__count">
          Step {current + 1} of {steps.length}:
        </span>{' '}
        <span className="ui-stepper__title">{steps[current]}</span>
      </h2>
    </section>
  );
}
