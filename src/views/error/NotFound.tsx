/** An address that does not exist, or is not for this person. */
import { ButtonLink, PageHeading } from '../../ui/index.ts';

export function NotFound() {
  return (
    <>
      <PageHeading lead="The address may have been typed wrongly, or the page may have moved.">
        Page not found
      </PageHeading>
      <ButtonLink href="/">Go to the home page</ButtonLink>
    </>
  );
}
