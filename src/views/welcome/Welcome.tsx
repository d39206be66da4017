/** The first page of a visitor. */
import { Content, PageHeading } from '../../ui/index.ts';

export function Welcome() {
  return (
    <>
      <PageHeading>
        <Content section="home" name="welcome-heading" inline />
      </PageHeading>
      <Content section="home" name="welcome-body" />
    </>
  );
}
