/** The layouts: signed out and signed in (P §2.2). Only what exists is linked. */
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { homeOf } from '#domain/identity/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { Button, Content, Footer, GovernmentBanner, Header, Logo, Main, type NavItem, SkipLink } from '../ui/index.ts';
import { usePortal } from './portal.ts';

const makeAPayment: NavItem = {
  id: 'make-a-payment',
  title: 'Make a Payment',
  href: '/payments/payflow/schedule',
  restarts: true,
};
const borrowerNav: readonly NavItem[] = [{ id: 'dashboard', title: 'Dashboard', href: '/dashboard' }, makeAPayment];

const navOf = (person: Person | null): readonly NavItem[] =>
  person === null ? [] : person.role === 'payer' ? [makeAPayment] : borrowerNav;

/** The profile menu shows the first name, for authorized payers the first word of the last name (P §2.3). */
const menuNameOf = (person: Person): string =>
  person.role === 'payer' ? (person.familyName.split(' ')[0] ?? '') : person.givenName;

export function Layout({ children }: { children: ReactNode }) {
  const { started, session, now } = usePortal();
  const state = useSelector(session, (snapshot) => snapshot);
  const { person } = state.context;
  const { pathname } = useLocation();
  const { servicer } = started.configuration;
  return (
    <>
      <SkipLink />
      <GovernmentBanner headline={<Content section="usds" name="government-header-headline" inline />}>
        <Content section="usds" name="government-header-body" />
      </GovernmentBanner>
      <Header
        logo={<Logo name={servicer.name} />}
        homeHref={homeOf(person ?? undefined)}
        homeLabel={`${servicer.name}: home`}
        nav={navOf(person)}
        current={pathname}
        profile={
          person === null
            ? undefined
            : {
                name: menuNameOf(person),
                items: [{ id: 'log-out', title: 'Log Out', onSelect: () => session.send({ type: 'signOut.wanted' }) }],
              }
        }
        actions={
          state.matches('signedOut') ? (
            <Button variant="secondary" onClick={() => session.send({ type: 'signIn.wanted', returnTo: '/' })}>
              Log In
            </Button>
          ) : undefined
        }
      />
      <Main>{children}</Main>
      <Footer
        logo={<Logo name={servicer.name} tone="reverse" />}
        copyright={`© ${now().getFullYear()} ${servicer.name}. All rights reserved.`}
        version={started.buildVersion}
      >
        <p>
          <strong>{servicer.phone}</strong>
          <br />
          {servicer.hours}
        </p>
        <p>
          {servicer.address.map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        </p>
      </Footer>
    </>
  );
}
