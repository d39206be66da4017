/** The ids of the headings that receive focus after navigation (P §2.1, ruling 72). A page shows at most one of each. */

/** The page's one `h1`. */
export const PAGE_TITLE = 'page-title';

/** The stepper's heading, which names the present step. */
export const STEP_TITLE = 'step-title';

/** The heading of the success message on a receipt. It receives focus instead of the stepper's heading. */
export const OUTCOME_TITLE = 'outcome-title';
