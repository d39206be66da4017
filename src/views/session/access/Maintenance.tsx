/** Maintenance page (P §5.1). */
import { ButtonLink, ButtonRow, Content, PageHeading, Stack, PhoneLink } from '../../../ui/index.ts';

export const Maintenance = () => (
  <>
    <PageHeading>Maintenance</PageHeading>
    <Stack gap="large">
      <p>
        <strong>
          <Content section="globalsite" name="maintenance-heading" inline fallback="We'll be back soon" />
        </strong>
      </p>
      <Content
        section="globalsite"
        name="maintenance-text"
        fallback={
          <p>
            Please come back later. If a payment is due today, call us at <PhoneLink />.
          </p>
        }
      />
      <ButtonRow>
        <ButtonLink href="/">Try again</ButtonLink>
      </ButtonRow>
    </Stack>
  </>
);
