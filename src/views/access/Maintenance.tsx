/** The portal is closed for a while (P §5.1). */
import { ButtonLink, ButtonRow, Content, PageHeading, Stack } from '../../ui/index.ts';

export const Maintenance = () => (
  <>
    <PageHeading>Maintenance</PageHeading>
    <Stack gap="large">
      <p>
        <strong>
          <Content section="globalsite" name="maintenance-heading" inline fallback="We will be back soon" />
        </strong>
      </p>
      <Content section="globalsite" name="maintenance-text" />
      <ButtonRow>
        <ButtonLink href="/">Try again</ButtonLink>
      </ButtonRow>
    </Stack>
  </>
);
