/**
 * The header of every page (P §2.2, §2.3): the person's menus, search, the two logos, and the bar for people who act for a
 * borrower.
 */
import { useSelector } from '@xstate/react';
import { useContext, useState } from 'react';
import { isolated } from '#domain/isolated-text.ts';
import { getHome } from '#domain/session/identity/rules.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import { findRoute } from '#domain/portal/routes.ts';
import {
  Button,
  CoBrandLogo,
  Content,
  Header,
  Logo,
  MessageDialog,
  SearchSite,
  ViewingBar,
  usePages,
} from '../../ui/index.ts';
import { useUnreadMessages } from '../inbox/unread-messages.ts';
import { buildHeaderMenus, getMenuName } from './navigation.ts';
import { useContent } from '../content/use-content.ts';
import { useUnread } from '../inbox/use-unread.ts';
import { useStarted } from '../page/use-started.ts';
import { useSession } from '../session/use-session.ts';
import { useLocation } from 'react-router-dom';
import { useLoaded } from '../content/loaded.ts';

const CO_BRAND = 'Federal Student Aid';

function CoBrandDialog({ onClose }: { onClose: () => void }) {
  return (
    <MessageDialog
      title={<Content section="globalsite" name="co-brand-heading" fallback={CO_BRAND} fallbackWhileLoading inline />}
      onClose={onClose}
    >
      <p>
        <Content section="globalsite" name="fsa-logo-description2" fallback={CO_BRAND} inline />
      </p>
      <Content
        section="globalsite"
        name="co-brand-text"
        fallback={<p>We service loans on behalf of their owners.</p>}
      />
      <Content section="usds" name="fsa-info" />
    </MessageDialog>
  );
}

const useWebAccount = () => useLoaded(useContent().loadWebAccount, 'The name of the borrower could not be loaded');

/** The borrower whose loans an authorized payer pays. */
function PayerBar() {
  const name = useWebAccount()?.authorizedPayerFor ?? null;
  return name === null ? 'Authorized Payer' : `Authorized Payer for ${isolated(name)}`;
}

/** Names the borrower whose account an impersonator views, and logs the impersonator out. */
function ImpersonationBar() {
  const { session } = useSession();
  const name = useWebAccount()?.viewingAccountOf ?? null;
  return (
    <ViewingBar exitLabel="Exit and log out" onExit={() => session.send({ type: 'signOut.requested' })}>
      {`You're viewing ${name === null ? 'a borrower' : isolated(name)}'s account`}
    </ViewingBar>
  );
}

/** Returns the bar that names the borrower when another person acts for them; nothing for other people. */
function renderBar(person: Person | null) {
  if (person?.role === 'payer') return <PayerBar />;
  return person?.isImpersonator === true ? <ImpersonationBar /> : undefined;
}

export interface SiteHeaderProps {
  readonly person: Person | null;
  /** The action-page layout and disabled-account mode have no main navigation. */
  readonly hasMainNavigation: boolean;
  readonly hasLogInButtons: boolean;
}

export function SiteHeader({ person, hasMainNavigation, hasLogInButtons }: SiteHeaderProps) {
  const { started } = useStarted();
  const { session } = useSession();
  const { unread } = useUnread();
  const onSearch = useContext(SearchSite);
  // The button stays in place while the browser leaves, so that the controls beside it do not move.
  const isVisitor = useSelector(session, (state) => state.matches('signedOut') || state.matches('leavingForSignIn'));
  const isSigningIn = useSelector(
    session,
    (state) => state.matches('renewingSilently') || state.matches('finishingSignIn'),
  );
  const hasPage = usePages();
  const { pathname } = useLocation();
  const [isExplaining, setExplaining] = useState(false);
  const { servicer } = started.configuration;
  const unreadMessages = useUnreadMessages(unread, person?.webAccountId);
  const { configuration } = started;
  const menus = buildHeaderMenus(started.navigation, { person, hasPage, configuration, unreadMessages });
  return (
    <>
      <Header
        logo={<Logo name={servicer.name} />}
        homeHref={getHome(person ?? undefined)}
        homeLabel={`${servicer.name}: home`}
        coBrand={{
          logo: <CoBrandLogo name={CO_BRAND} />,
          label: `About ${CO_BRAND}`,
          onOpen: () => setExplaining(true),
        }}
        topNav={menus.top}
        nav={hasMainNavigation ? menus.main : []}
        isNavExpected={hasMainNavigation && isSigningIn}
        drawerOnly={hasMainNavigation ? menus.drawer : []}
        current={findRoute(pathname)?.entry ?? pathname}
        onSearch={onSearch}
        profile={
          person === null
            ? undefined
            : {
                name: getMenuName(person),
                items: [
                  ...(hasMainNavigation ? menus.profile : []),
                  {
                    id: 'log-out',
                    title: 'Log Out',
                    icon: { name: 'logout', position: 'before' },
                    onSelect: () => session.send({ type: 'signOut.requested' }),
                  },
                ],
              }
        }
        actions={
          isVisitor && hasLogInButtons ? (
            <Button variant="secondary" onClick={() => session.send({ type: 'signIn.requested', returnTo: '/' })}>
              Log In
            </Button>
          ) : undefined
        }
        bar={renderBar(person)}
      />
      {isExplaining && <CoBrandDialog onClose={() => setExplaining(false)} />}
    </>
  );
}
