/** The layouts: signed out, signed in, and for action pages (P §2.2). They contain links to existing pages only. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback } from 'react';
import { searchAddress } from '#domain/portal/content/search-address.ts';
import { findRoute } from '#domain/portal/routes.ts';
import {
  Content,
  GovernmentBanner,
  LogInOffered,
  Main,
  Notice,
  SearchSite,
  SkipLink,
  PhoneLink,
} from '../../ui/index.ts';
import { Banners } from './Banners.tsx';
import { ChatCorner } from './ChatCorner.tsx';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { useRouter } from '../page/use-router.ts';
import { useSession } from '../session/use-session.ts';
import { useRoute } from '../page/use-route.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { SiteHeader } from './SiteHeader.tsx';
import { useContentFlag } from '../content/content-flags.ts';
import { UploadWatch } from './UploadWatch.tsx';
import { UnhandledErrors } from './UnhandledErrors.tsx';

/** An employee who views a borrower's account cannot make changes that require the password again (ruling 118). */
const NotForEmployees = () => (
  <Notice kind="info" heading="You're viewing this page as an employee">
    <p>You can&apos;t make changes here that ask the borrower for their password again.</p>
  </Notice>
);

/** Sign-in is unavailable (P §8); signed-in people are not affected. */
function AuthServiceDown() {
  return (
    <Notice
      kind="warning"
      heading={
        <Content
          section="globalsite"
          name="auth-service-down-error-header"
          fallback="Logging in isn't available right now"
          inline
        />
      }
    >
      <Content
        section="globalsite"
        name="auth-service-down-error-text"
        fallback={
          <p>
            Please try again later. If you need to make a payment today, call us at <PhoneLink />.
          </p>
        }
      />
    </Notice>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const { router } = useRouter();
  const person = useSelector(session, ({ context }) => context.person);
  const returnTo = useSelector(session, ({ context }) => context.returnTo);
  const route = useRoute();
  // A loading page has its heading at the same place as the page itself.
  const { width } = (returnTo === null ? route : findRoute(returnTo)) ?? {};
  const isMaintenance = useContentFlag('disabled-mma-enabled');
  const isAuthDown = useContentFlag('auth-service-down');
  const isChatOn = useContentFlag('cx-one-chat') === true;
  const isActionPage = route?.layout === 'action';
  // Content that these switches hide is shown when they are known to be off.
  const isOpen = isMaintenance === false;
  const mayLogIn = isOpen && isAuthDown === false;
  const hasSearch = isOpen && !isActionPage && person?.role !== 'payer';
  const search = useCallback((term: string) => void router.navigate(searchAddress(term)), [router]);
  return (
    <LogInOffered value={mayLogIn}>
      <SearchSite value={hasSearch ? search : undefined}>
        <SkipLink />
        <ErrorBoundary>
          <Banners />
        </ErrorBoundary>
        <ErrorBoundary>
          <GovernmentBanner
            headline={
              <Content
                section="usds"
                name="government-header-headline"
                fallback="An official website of the United States government"
                fallbackWhileLoading
                inline
              />
            }
          >
            <Content
              section="usds"
              name="government-header-body"
              fallback={<p>What you share with this site is encrypted.</p>}
            />
          </GovernmentBanner>
        </ErrorBoundary>
        <ErrorBoundary>
          <SiteHeader
            person={person}
            hasMainNavigation={isOpen && !isActionPage}
            hasLogInButtons={mayLogIn && route?.showLoginButtons !== false}
          />
        </ErrorBoundary>
        <Main width={width}>
          <ErrorBoundary>
            <UploadWatch />
          </ErrorBoundary>
          {isAuthDown === true && person === null && <AuthServiceDown />}
          {person?.isImpersonator === true && route?.asksPassword === true && <NotForEmployees />}
          {children}
        </Main>
        {!isActionPage && isMaintenance !== undefined && (
          <ErrorBoundary>
            <ChatCorner person={person} isSwitchedOn={isChatOn} isMaintenance={isMaintenance} />
          </ErrorBoundary>
        )}
        {(person === null || isMaintenance !== undefined) && (
          <ErrorBoundary>
            <SiteFooter person={person} isMaintenance={isMaintenance === true} isChatOn={isChatOn} />
          </ErrorBoundary>
        )}
        <UnhandledErrors />
      </SearchSite>
    </LogInOffered>
  );
}
