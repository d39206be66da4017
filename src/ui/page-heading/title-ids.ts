/** The ids of the headings that receive focus after navigation (P §2.1, ruling 72). A page shows at most one of each. */

/** The page's only `h1`. */
export const PAGE_TITLE = 'page-title';

/** Heading of the stepper, which names the current step. */
export const STEP_TITLE = 'step-title';

/** Heading of the success message on a receipt. It receives focus instead of the stepper's heading. */
export const OUTCOME_TITLE = 'outcome-title';
