/** Shell around every page, which stays when a part of it fails (P §2.2, §2.3, §8). */
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { Person } from '#domain/session/identity/shapes.ts';
import { hasPage } from '#domain/portal/routes.ts';
import { focusFragment } from '#src/app/page/page.ts';
import { LeaveGuard, useUnsaved } from '#src/app/flow/LeaveGuard.tsx';
import { PageCode } from '#src/start/PageCode.tsx';
import { loadPage } from '#src/start/page-files.ts';
import type { Portal } from '#src/app/portal.ts';
import { Button, PageHeading } from '#src/ui/index.ts';
import { Maintenance } from '#src/views/session/access/Maintenance.tsx';
import { Generic } from '#src/views/portal/error/Generic.tsx';
import { Loading } from '#src/views/kit/loading/Loading.tsx';
import { NotFound } from '#src/views/portal/error/NotFound.tsx';
import { Welcome } from '#src/views/portal/welcome/Welcome.tsx';
import {
  type ShellOptions,
  Shown,
  borrower,
  createShell,
  impersonator,
  messages,
  payer,
} from '#test/support/shell.tsx';
import '#src/ui/styles/index.scss';

const ACTION = { '/past-due': <PageHeading>Past Due</PageHeading> };
const AUTH_DOWN = { 'globalsite/auth-service-down': 'true' };

async function open(options: ShellOptions): Promise<Portal> {
  const portal = await createShell(options);
  render(<Shown portal={portal} />);
  return portal;
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const banner = () => screen.findByRole('banner');

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(cleanup);

describe('the layout of action pages', () => {
  it('has a header without main navigation, and a footer', async () => {
    await open({ person: borrower, pages: ACTION });
    await heading('Past Due');
    expect(await screen.findByRole('contentinfo')).toBeTruthy();
    expect(within(await banner()).queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Live Chat' })).toBeNull();
    // A person on an action page can still log out.
    await userEvent.click(within(await banner()).getByRole('button', { name: 'Avery' }));
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeTruthy();
  });

  it('runs the idle watch, like every page for signed-in people', async () => {
    const portal = await createShell({ person: borrower, pages: ACTION });
    let measured = 0;
    const { run } = portal;
    const counting: Portal = {
      ...portal,
      run: (effect, ...rest) => {
        if (effect.kind === 'effect' && effect.name === 'idle.measure') measured += 1;
        return run(effect, ...rest);
      },
    };
    render(<Shown portal={counting} />);
    await heading('Past Due');
    await waitFor(() => expect(measured).toBeGreaterThan(0));
  });

  it('is not used by other pages', async () => {
    await open({ person: borrower });
    await heading('Any page');
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(screen.getByRole('searchbox')).toBeTruthy();
  });
});

describe('the space for the main navigation', () => {
  it('is reserved until the session is known, so that the page does not jump', async () => {
    let arrive: (person: Person | null) => void = () => undefined;
    const renewed = new Promise<Person | null>((settle) => {
      arrive = settle;
    });
    await open({ handlers: { 'session.renew': () => renewed } });
    const main = await screen.findByRole('main');
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    const before = main.getBoundingClientRect().top;
    arrive(borrower);
    const navigation = await screen.findByRole('navigation', { name: 'Main' });
    expect(navigation.getBoundingClientRect().height).toBeGreaterThan(0);
    expect(screen.getByRole('main').getBoundingClientRect().top).toBe(before);
  });

  it('is not reserved for a visitor', async () => {
    await open({});
    await heading('Any page');
    const header = await banner();
    expect(header.querySelector('.ui-header__main')).toBeNull();
  });
});

describe('a payer', () => {
  it('sees whose account they pay for, and is addressed by the first word of the last name', async () => {
    await open({ person: payer });
    expect(await screen.findByText('Authorized Payer for Avery Bennett')).toBeTruthy();
    expect(within(await banner()).getByRole('button', { name: 'Quist' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Live Chat' })).toBeNull();
  });
});

describe('the welcome page', () => {
  const welcome = { '/error/not-found': <Welcome /> };
  const hrefsIn = () => [...document.querySelectorAll('.ui-tasks a')].map((link) => link.getAttribute('href'));

  it('offers the available tasks and first steps', async () => {
    await open({ pages: welcome });
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('heading', { name: 'What do you want to do?' })).toBeTruthy();
    // The availability of the log-in is known a moment later.
    const paying = await main.findByRole('link', { name: 'Make a payment' });
    expect(paying.getAttribute('href')).toBe('/payments/payflow/schedule');
    expect(main.getByRole('link', { name: 'See my loans' }).getAttribute('href')).toBe('/dashboard');
    expect(hrefsIn().length).toBeGreaterThan(5);
    expect(hrefsIn().filter((href) => !hasPage(href ?? ''))).toEqual([]);
    expect(await main.findByRole('heading', { name: 'New here? Your first steps' })).toBeTruthy();
    expect((await main.findAllByRole('link', { name: '1-800-555-0142' })).length).toBeGreaterThan(0);
    expect(await main.findByText(/Monday to Friday, 8 a\.m\. to 9 p\.m\./)).toBeTruthy();
  });

  it('offers nothing that requires a log-in during a sign-in outage', async () => {
    await open({ pages: welcome, texts: AUTH_DOWN });
    await screen.findByRole('heading', { name: "Logging in isn't available right now" });
    await waitFor(() => expect(hrefsIn().length).toBeGreaterThan(2));
    expect(screen.queryByRole('link', { name: 'Make a payment' })).toBeNull();
    expect(hrefsIn().length).toBeGreaterThan(2);
    expect(hrefsIn().every((href) => href?.startsWith('/content/') === true)).toBe(true);
  });
});

describe('the footer (P §2.4)', () => {
  const footer = () => screen.findByRole('contentinfo');

  afterEach(() => browser.viewport(1280, 900));

  it('is compact on a wide screen and has all its parts', async () => {
    await browser.viewport(1280, 900);
    await open({ person: borrower });
    const all = within(await footer());
    await all.findByText(/© 2031 Larkfield Loan Servicing/);
    for (const name of ['Help', 'Account Dashboard', 'Privacy']) expect(all.getByRole('link', { name })).toBeTruthy();
    expect(all.getByRole('link', { name: /^Federal Student Aid on YouTube/ })).toBeTruthy();
    expect(all.getByRole('link', { name: '1-800-555-0142' })).toBeTruthy();
    expect(all.getByRole('button', { name: 'Your Privacy Choices' })).toBeTruthy();
    expect(all.getByText('Version: 0.1.0')).toBeTruthy();
    await all.findByRole('link', { name: 'accessibility statement' });
    expect((await footer()).getBoundingClientRect().height).toBeLessThan(360);
  });

  describe('the help with payments above it', () => {
    const help = () => screen.queryByText('Trouble paying?');
    const seeTexts = () => screen.findByText('Help with your student loans is free');

    it('is for visitors, and for borrowers whom it may help', async () => {
      await open({});
      expect(await screen.findByText('Trouble paying?')).toBeVisible();
      cleanup();
      const portal = await open({ person: borrower });
      await seeTexts();
      expect(help()).toBeNull();
      act(() => portal.access.storeMayGetHelp(borrower.webAccountId, true));
      expect(help()).toBeVisible();
      expect(screen.getByRole('link', { name: 'See what you can do' })).toBeVisible();
      act(() => portal.access.storeMayGetHelp(borrower.webAccountId, false));
      expect(help()).toBeNull();
    });

    it('is still missing after a reload on a page that needs no facts, if nothing is owed', async () => {
      const portal = await open({ person: borrower });
      portal.access.storeMayGetHelp(borrower.webAccountId, false);
      cleanup();
      await open({ person: borrower });
      await seeTexts();
      expect(help()).toBeNull();
    });

    it('is there at once after a reload and after an application, if money is owed', async () => {
      const portal = await open({ person: borrower });
      portal.access.storeMayGetHelp(borrower.webAccountId, true);
      cleanup();
      const reloaded = await open({ person: borrower });
      await seeTexts();
      expect(help()).toBeVisible();
      act(() => reloaded.access.clearFacts());
      expect(help()).toBeVisible();
    });

    it('is neither for payers nor for the next person who logs in', async () => {
      const portal = await open({ person: payer });
      portal.access.storeMayGetHelp(payer.webAccountId, true);
      await seeTexts();
      expect(help()).toBeNull();
      cleanup();
      const other = await open({ person: { ...borrower, webAccountId: 'another account' } });
      await seeTexts();
      expect(help()).toBeNull();
      act(() => other.access.storeMayGetHelp('another account', true));
      expect(help()).toBeVisible();
      act(() => other.access.forget());
      expect(help()).toBeNull();
    });
  });

  it('has collapsed columns on a phone', async () => {
    await browser.viewport(360, 740);
    await open({ person: borrower });
    const all = within(await footer());
    expect((await all.findByText('Account Dashboard')).checkVisibility()).toBe(false);
    await userEvent.click(all.getByRole('heading', { name: 'My Loans' }));
    expect(all.getByText('Account Dashboard').checkVisibility()).toBe(true);
    await all.findByRole('link', { name: 'accessibility statement' });
    expect((await footer()).getBoundingClientRect().height).toBeLessThan(900);
  });
});

describe('the chat button', () => {
  const opener = async () => (await screen.findByRole('button', { name: 'Live Chat' })).parentElement;
  const getPosition = (element: Element | null) => element && getComputedStyle(element).position;

  afterEach(() => browser.viewport(1280, 900));

  it('floats above a wide page, and covers nothing on a phone', async () => {
    await open({});
    expect(getPosition(await opener())).toBe('fixed');
    await browser.viewport(360, 740);
    expect(getPosition(await opener())).toBe('static');
  });

  it('stays hidden for the session after it was hidden; the footer still links to the chat', async () => {
    await open({});
    await userEvent.click(await screen.findByRole('button', { name: 'Hide chat' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Live Chat' })).toBeNull());
    cleanup();
    await open({});
    expect(await screen.findByRole('link', { name: 'Live Chat' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Live Chat' })).toBeNull();
  });
});

describe('the footer on a phone', () => {
  afterEach(() => browser.viewport(1280, 900));

  it.each([
    ['a visitor', null],
    ['a borrower', borrower],
  ])('fits in one screen for %s', async (_, person) => {
    await browser.viewport(360, 640);
    await open({ person });
    const footer = await screen.findByRole('contentinfo');
    await within(footer).findByText(/All rights reserved/);
    expect(footer.getBoundingClientRect().height).toBeLessThanOrEqual(640);
  });
});

describe('an impersonator', () => {
  const webAccount = { lastName: 'Adeyemi', authorizedPayerFor: null, viewingAccountOf: 'Avery Bennett' };

  it.each([
    ['an ordinary page', undefined],
    ['an action page', ACTION],
  ])('sees on %s whose account is open', async (_, pages) => {
    await open({ person: impersonator, webAccount, ...(pages && { pages }) });
    expect(await screen.findByText("You're viewing Avery Bennett's account")).toBeTruthy();
    expect(screen.queryByText(/^Authorized Payer for/)).toBeNull();
  });

  it('sees that the account is a borrower’s if the name is missing, and a borrower sees no such notice', async () => {
    await open({ person: impersonator, webAccount: { ...webAccount, viewingAccountOf: null } });
    expect(await screen.findByText("You're viewing a borrower's account")).toBeTruthy();
    cleanup();
    await open({ person: borrower, webAccount });
    await heading('Any page');
    expect(screen.queryByText("You're viewing", { exact: false })).toBeNull();
  });

  it('leaves the account with the button in the bar', async () => {
    const leave = vi.fn(() => new Promise<never>(() => undefined));
    await open({ person: impersonator, webAccount, handlers: { 'session.leaveForSignOut': leave } });
    await userEvent.click(await screen.findByRole('button', { name: 'Exit and log out' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith({ end: 'chosen' }, expect.anything()));
  });
});

describe('a page that throws while rendering', () => {
  // React logs the caught error to the console.
  beforeEach(() => vi.spyOn(console, 'error').mockReturnValue(undefined));
  afterEach(() => vi.restoreAllMocks());

  const Broken = (): never => {
    throw new Error('This page is broken');
  };
  const pages = { '/dashboard': <Broken />, '/content/*': <PageHeading>Help</PageHeading> };

  it('shows an error page and a dialog; header, menus and other pages stay usable', async () => {
    await open({ person: borrower, pages });
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('This page is broken')).toBeTruthy();
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog);
    expect(await heading('Something went wrong')).toBeTruthy();
    expect(document.title).toBe('Something went wrong');
    const help = within(await banner()).getByRole('link', { name: 'Help' });
    await userEvent.click(within(await banner()).getByRole('button', { name: 'Payments' }));
    expect(within(await banner()).getByRole('link', { name: 'Ways to Pay' })).toBeTruthy();
    await userEvent.click(help);
    expect(await heading('Help')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
  });

  it('is also reported if it throws before the error handler is attached', async () => {
    const portal = await createShell({ person: borrower, pages: { '/error/generic': <Broken /> } });
    // Render after the session has started; this page needs no access check. Both are then immediately available.
    await waitFor(() => expect(portal.session.getSnapshot().matches('signedIn')).toBe(true));
    render(<Shown portal={portal} />);
    expect(within(await screen.findByRole('alertdialog')).getByText('This page is broken')).toBeTruthy();
  });

  it('redirects a visitor to the error page', async () => {
    const generic = { '/error/generic': <PageHeading>The error page</PageHeading> };
    await open({ pages: { '/campaign': <Broken />, ...generic } });
    expect(await heading('The error page')).toBeTruthy();
  });

  it('can be a banner, which does not affect the other parts', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => {
      if (key === messages[0]?.message) throw new Error('A broken banner');
      return null;
    });
    await open({ person: borrower, messages });
    expect(within(await screen.findByRole('alertdialog')).getByText('A broken banner')).toBeTruthy();
    expect(await screen.findByRole('contentinfo')).toBeTruthy();
    expect(within(await banner()).getByRole('button', { name: 'Avery' })).toBeTruthy();
  });
});

describe('a page that is loading', () => {
  it('has the heading of a form in the middle column, at its final place', async () => {
    await browser.viewport(1280, 900);
    const pages = {
      '/profile/contact-info': <PageCode name="contact-information">{() => <PageHeading>There</PageHeading>}</PageCode>,
    };
    await open({ person: borrower, pages, handlers: { 'page.load': () => new Promise(() => undefined) } });
    await heading('Contact Information');
    const place = () => document.querySelector('main h1')?.getBoundingClientRect() ?? new DOMRect();
    await expect.poll(() => place().width).toBe(832);
    expect(place().left).toBeCloseTo(document.documentElement.clientWidth - place().right, 0);
  });

  it('has its title and heading already, is busy, and is announced once', async () => {
    const pages = {
      '/profile/contact-info': <PageCode name="contact-information">{() => <PageHeading>There</PageHeading>}</PageCode>,
    };
    await open({ person: borrower, pages, handlers: { 'page.load': () => new Promise(() => undefined) } });
    await heading('Contact Information');
    expect(document.title).toBe('Contact Information');
    const main = screen.getByRole('main');
    expect(main.querySelectorAll('output, [role="status"], [aria-live]')).toHaveLength(1);
    expect(within(main).getByRole('status').textContent).toBe('One moment…');
    const busy = main.querySelector('[aria-busy="true"]');
    expect(busy).not.toBeNull();
    // Screen readers do not announce text within a busy area.
    expect(busy?.contains(within(main).getByRole('status'))).toBe(false);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('loads its data without a second announcement', () => {
    const { container } = render(<Loading />);
    expect(container.querySelectorAll('output')).toHaveLength(1);
    expect(container.querySelectorAll('[aria-busy="true"]')).toHaveLength(1);
  });
});

describe('a page whose code fails to load', () => {
  /**
   * Opens a portal with a deployed version, or with an unreachable server (null). The code loads when `isThere` is
   * true, and is then cached, so that each test uses another page name.
   */
  const openWithoutCode = async (name: string, person: Person | null, version: string | null) => {
    const pages = { '/campaign': <PageCode name={name}>{() => <PageHeading>Campaign</PageHeading>}</PageCode> };
    const code = { isThere: false, reloadedFor: '' };
    const portal = await createShell({
      person,
      pages,
      handlers: {
        'page.load': async ({ page }) => {
          if (!code.isThere) throw new TypeError('Failed to fetch dynamically imported module');
          await loadPage(page);
        },
        'release.find': () => ({ version, isReloadedFor: code.reloadedFor === version, isUnsaved: false }),
        'release.reload': (reloaded) => {
          code.reloadedFor = reloaded.version;
        },
      },
    });
    render(<Shown portal={portal} />);
    return code;
  };

  it.each([
    ['a borrower', 'campaign', borrower],
    ['a visitor', 'generic-error', null],
  ])('shows an error page with focus to %s, without a dialog; Try again shows the page', async (_, name, person) => {
    const code = await openWithoutCode(name, person, null);
    await waitFor(async () => expect(document.activeElement).toBe(await heading("We couldn't load this page")));
    expect(document.title).toBe("We couldn't load this page");
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await screen.findByRole('contentinfo')).toBeTruthy();
    code.isThere = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('Campaign')).toBeTruthy();
  });

  it('reloads the document if the server has a version', async () => {
    const code = await openWithoutCode('not-found', null, '0.2.0');
    await waitFor(() => expect(code.reloadedFor).toBe('0.2.0'));
  });
});

describe('a page with unsaved input', () => {
  const help = () => within(screen.getByRole('banner')).getByRole('link', { name: 'Help' });

  /** A page that asks after `Enter`. `Enter and leave` follows a link at once, before React renders. */
  function Asking() {
    const { isUnsaved, setUnsaved } = useUnsaved();
    const enter = () => setUnsaved(true);
    return (
      <>
        <PageHeading>Contact Information</PageHeading>
        <Button onClick={enter}>Enter</Button>
        <Button
          onClick={() => {
            enter();
            help().click();
          }}
        >
          Enter and leave
        </Button>
        <LeaveGuard base="/profile/contact-info" isUnsaved={isUnsaved} />
      </>
    );
  }
  const pages = { '/profile/contact-info': <Asking />, '/content/*': <PageHeading>Help</PageHeading> };

  it('asks before leaving, within the portal and for another site', async () => {
    await open({ person: borrower, pages });
    await heading('Contact Information');
    const leaving = () => new Event('beforeunload', { cancelable: true });
    expect(window.dispatchEvent(leaving())).toBe(true);
    await waitFor(help);
    await userEvent.click(screen.getByRole('button', { name: 'Enter' }));
    expect(window.dispatchEvent(leaving())).toBe(false);
    await userEvent.click(help());
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay on this page' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await heading('Contact Information')).toBeTruthy();
    await userEvent.click(help());
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await heading('Help')).toBeTruthy();
  });

  it('asks when the person leaves immediately after entering something', async () => {
    await open({ person: borrower, pages });
    await heading('Contact Information');
    await waitFor(help);
    await userEvent.click(screen.getByRole('button', { name: 'Enter and leave' }));
    expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy();
  });
});

describe('an unhandled error', () => {
  const pages = {
    '/content/*': (
      <>
        <PageHeading>Any page</PageHeading>
        <Button
          onClick={() => {
            void Promise.reject(Object.assign(new Error('Service Unavailable'), { status: 503 }));
          }}
        >
          Fail
        </Button>
      </>
    ),
  };
  // The intended rejection must not fail the test.
  const calm = (event: PromiseRejectionEvent) => event.preventDefault();
  beforeEach(() => window.addEventListener('unhandledrejection', calm));
  afterEach(() => window.removeEventListener('unhandledrejection', calm));

  it('shows its own message', async () => {
    await open({ person: borrower, pages });
    await userEvent.click(await screen.findByRole('button', { name: 'Fail' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Status Code: 503')).toBeTruthy();
    expect(within(dialog).getByText('Service Unavailable')).toBeTruthy();
  });

  it('shows the configured message if that is enabled', async () => {
    await open({ person: borrower, pages, displayGeneric: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Fail' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Something unexpected happened. Please call us at 1-800-555-0142.')).toBeTruthy();
    expect(within(dialog).queryByText('Service Unavailable')).toBeNull();
  });
});

describe('a visitor after an unfinished sign-in', () => {
  it('sees a message with a focused heading, and can try again', async () => {
    await open({ isSignInBroken: true });
    await waitFor(async () => expect(document.activeElement).toBe(await heading("Log-in wasn't finished")));
    expect(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' })).toBeTruthy();
  });

  it('sees no Log In button during a sign-in outage', async () => {
    await open({ isSignInBroken: true, texts: AUTH_DOWN });
    expect(await screen.findByText("Logging in isn't available right now")).toBeTruthy();
    await heading("Log-in wasn't finished");
    expect(screen.queryByRole('button', { name: 'Log In' })).toBeNull();
  });
});

describe('banners', () => {
  it('are those that are visible, with placeholders filled in', async () => {
    await open({ messages });
    expect(await screen.findByRole('region', { name: 'A word from Larkfield Loan Servicing' })).toBeTruthy();
    expect(await screen.findByText('We never ask for your password. Call 1-800-555-0142.')).toBeTruthy();
    expect(screen.queryByText('Not to be seen')).toBeNull();
  });

  it('remember by message that they are collapsed', async () => {
    await open({ messages });
    const scams = await screen.findByRole('region', { name: 'A word from Larkfield Loan Servicing' });
    await userEvent.click(within(scams).getByRole('button', { name: 'Hide' }));
    expect(within(scams).getByRole('button', { name: 'Show' })).toBeTruthy();
    expect(sessionStorage.getItem(messages[1]?.message ?? '')).toBe('collapsed');
    expect(sessionStorage.getItem(messages[0]?.message ?? '')).toBeNull();
  });
});

describe('while managed texts fail to load', () => {
  const shown = {
    welcome: <Welcome ended="timedOut" />,
    maintenance: <Maintenance />,
    'not found': <NotFound />,
    'an error': <Generic />,
  };

  it.each(Object.entries(shown))('no element is empty: %s', async (_, page) => {
    await open({ isContentMissing: true, pages: { '/error/not-found': page } });
    await screen.findByRole('contentinfo');
    await waitFor(() => expect(document.querySelector('.ui-skeleton')).toBeNull());
    const parts = [...document.querySelectorAll('main :is(h1, h2, h3, p, strong, section, .ui-card), .ui-pre-footer')];
    expect(parts.filter(({ textContent }) => textContent.trim() === '').map(({ outerHTML }) => outerHTML)).toEqual([]);
  });

  it('the phone number replaces the text that contains it', async () => {
    await open({ isContentMissing: true, pages: { '/error/not-found': <Maintenance /> } });
    const main = within(screen.getByRole('main'));
    expect((await main.findByRole('link', { name: '1-800-555-0142' })).getAttribute('href')).toBe('tel:1-800-555-0142');
  });
});

describe('dialogs', () => {
  it.each([
    ['About Federal Student Aid', 'Federal Student Aid'],
    ['Your Privacy Choices', 'Your Privacy Choices'],
  ])('have a name before their texts have loaded: %s', async (opener, name) => {
    await open({ isContentSlow: true });
    await userEvent.click(await screen.findByRole('button', { name: opener }));
    expect(await screen.findByRole('dialog', { name })).toBeTruthy();
  });

  it('return focus to the element that opened them', async () => {
    render(
      <StrictMode>
        <Shown portal={await createShell({})} />
      </StrictMode>,
    );
    const opener = await screen.findByRole('button', { name: 'About Federal Student Aid' });
    await userEvent.click(opener);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

describe('an incorrectly encoded fragment', () => {
  it('has no target, and causes no error', () => {
    expect(focusFragment('#%E0%A4%A')).toBe(false);
  });

  it('can be the literal id of an element', () => {
    render(<h2 id="100%">All of it</h2>);
    expect(focusFragment('#100%')).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'All of it' }));
  });
});
