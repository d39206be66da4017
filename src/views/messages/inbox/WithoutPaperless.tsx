/** Replacement of the inbox for borrowers who receive letters by mail. */
import { ButtonLink, ButtonRow, Card, Content, usePages } from '../../../ui/index.ts';

const MANAGE_PAPERLESS = '/profile/manage-paperless';

/** Offers paperless enrollment (P §2.10). Omits the link if the portal has no page for it. */
export function NotEnrolled() {
  const hasPage = usePages();
  return (
    <Card
      heading={
        <Content
          section="documents"
          name="inbox-subscribe-heading"
          inline
          fallbackWhileLoading
          fallback="Get your mail here"
        />
      }
    >
      <Content
        section="documents"
        name="inbox-subscribe-text"
        fallback={<p>Sign up for paperless to use your inbox.</p>}
      />
      {hasPage(MANAGE_PAPERLESS) && (
        <ButtonRow>
          <ButtonLink href={MANAGE_PAPERLESS}>Go to Manage Paperless</ButtonLink>
        </ButtonRow>
      )}
    </Card>
  );
}
