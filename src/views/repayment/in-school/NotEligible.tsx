/** Message that the borrower is not eligible for an in-school deferment (R §4 In-school, §8). */
import { Content } from '../../../ui/index.ts';

export const NotEligible = () => (
  <Content
    section="school"
    name="not-eligible"
    fallbackWhileLoading
    fallback={<p>You don't qualify for an in-school deferment.</p>}
  />
);
