/** How a borrower with only private loans can claim the 6 percent cap (ruling 68). */
import { Content, PhoneLink } from '../../../ui/index.ts';

export const ScraWithoutFederalLoans = () => (
  <Content
    section="militarybenefits"
    name="scra-without-federal-loans"
    fallback={
      <p>
        On active duty? To claim the 6 percent cap on interest (SCRA), call us at <PhoneLink />.
      </p>
    }
  />
);
