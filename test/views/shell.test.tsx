/** What stands around every page, and stays when a part of it fails (P §2.2, §2.3, §8). */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page as browser } from 'vitest/browser';
import type { Person } from '#domain/identity/shapes.ts';
import { hasPage } from '#domain/portal/routes.ts';
import { focusFragment } from '#src/app/shell/page.ts';
import { LeaveGuard } from '#src/app/flow/LeaveGuard.tsx';
import { PageCode } from '#src/app/page-code/PageCode.tsx';
import { loadPage } from '#src/app/page-code/page-files.ts';
import type { Portal } from '#src/app/portal.ts';
import { Button, PageHeading } from '#src/ui/index.ts';
import { Maintenance } from '#src/views/access/Maintenance.tsx';
import { Generic } from '#src/views/error/Generic.tsx';
import { Loading } from '#src/views/loading/Loading.tsx';
import { NotFound } from '#src/views/error/NotFound.tsx';
import { Welcome } from '#src/views/welcome/Welcome.tsx';
import {
  type ShellOptions,
  Shown,
  type TestedPortal,
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
    // Who is held there can still leave.
    await userEvent.click(within(await banner()).getByRole('button', { name: 'Avery' }));
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeTruthy();
  });

  it('watches whether somebody is there, as every page of signed-in people does', async () => {
    const portal = await createShell({ person: borrower, pages: ACTION });
    let measured = 0;
    const { run } = portal;
    const counting: TestedPortal = {
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

  it('is no other page’s', async () => {
    await open({ person: borrower });
    await heading('Any page');
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(screen.getByRole('searchbox')).toBeTruthy();
  });
});

describe('the place of the main navigation', () => {
  it('is kept while nobody knows who is there, so that the page does not jump', async () => {
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

  it('is nobody’s who is not signed in', async () => {
    await open({});
    await heading('Any page');
    const header = await banner();
    expect(header.querySelector('.ui-header__main')).toBeNull();
  });
});

describe('a payer', () => {
  it('is told for whom they pay, and is called by the first word of the last name', async () => {
    await open({ person: payer });
    expect(await screen.findByText('Authorized Payer for Avery Bennett')).toBeTruthy();
    expect(within(await banner()).getByRole('button', { name: 'Quist' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Live Chat' })).toBeNull();
  });
});

describe('the welcome page', () => {
  const welcome = { '/error/not-found': <Welcome /> };
  const hrefsIn = () => [...document.querySelectorAll('.ui-tasks a')].map((link) => link.getAttribute('href'));

  it('offers what people come for, as far as the portal has it, and first steps', async () => {
    await open({ pages: welcome });
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('heading', { name: 'What do you want to do?' })).toBeTruthy();
    // Whether one can log in is known a moment later.
    const paying = await main.findByRole('link', { name: 'Make a payment' });
    expect(paying.getAttribute('href')).toBe('/payments/payflow/schedule');
    expect(main.getByRole('link', { name: 'See my loans' }).getAttribute('href')).toBe('/dashboard');
    expect(hrefsIn().length).toBeGreaterThan(5);
    expect(hrefsIn().filter((href) => !hasPage(href ?? ''))).toEqual([]);
    expect(await main.findByRole('heading', { name: 'New here? Your first steps' })).toBeTruthy();
    expect((await main.findAllByRole('link', { name: '1-800-555-0142' })).length).toBeGreaterThan(0);
    expect(await main.findByText(/Monday to Friday, 8 a\.m\. to 9 p\.m\./)).toBeTruthy();
  });

  it('offers nothing that needs a log-in while nobody can log in', async () => {
    await open({ pages: welcome, texts: AUTH_DOWN });
    await screen.findByRole('heading', { name: 'Logging in is not available right now' });
    await waitFor(() => expect(hrefsIn().length).toBeGreaterThan(2));
    expect(screen.queryByRole('link', { name: 'Make a payment' })).toBeNull();
    expect(hrefsIn().length).toBeGreaterThan(2);
    expect(hrefsIn().every((href) => href?.startsWith('/content/') === true)).toBe(true);
  });
});

describe('the footer (P §2.4)', () => {
  const footer = () => screen.findByRole('contentinfo');

  afterEach(() => browser.viewport(1280, 900));

  it('is low on a wide screen, with all that belongs to it', async () => {
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

  it('has its columns folded on a phone', async () => {
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

describe('the button of the chat', () => {
  const opener = async () => (await screen.findByRole('button', { name: 'Live Chat' })).parentElement;
  const placeOf = (element: Element | null) => element && getComputedStyle(element).position;

  afterEach(() => browser.viewport(1280, 900));

  it('lies over the page where that is wide, and covers nothing on a phone', async () => {
    await open({});
    expect(placeOf(await opener())).toBe('fixed');
    await browser.viewport(360, 740);
    expect(placeOf(await opener())).toBe('static');
  });

  it('stays away for the session once it is put away; the footer still leads to the chat', async () => {
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
  ])('is told on %s whose account they see', async (_, pages) => {
    await open({ person: impersonator, webAccount, ...(pages && { pages }) });
    expect(await screen.findByText("You are viewing Avery Bennett's account")).toBeTruthy();
    expect(screen.queryByText('Authorized Payer', { exact: false })).toBeNull();
  });

  it('is told that it is a borrower’s also where the name did not come, and a borrower is told nothing', async () => {
    await open({ person: impersonator, webAccount: { ...webAccount, viewingAccountOf: null } });
    expect(await screen.findByText("You are viewing a borrower's account")).toBeTruthy();
    cleanup();
    await open({ person: borrower, webAccount });
    await heading('Any page');
    expect(screen.queryByText('You are viewing', { exact: false })).toBeNull();
  });

  it('leaves the account by the button in the bar', async () => {
    const leave = vi.fn(() => new Promise<never>(() => undefined));
    await open({ person: impersonator, webAccount, handlers: { 'session.leaveForSignOut': leave } });
    await userEvent.click(await screen.findByRole('button', { name: 'Exit and log out' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith({ end: 'chosen' }, expect.anything()));
  });
});

describe('a page that fails as it is drawn', () => {
  // React says in the console what it has caught.
  beforeEach(() => vi.spyOn(console, 'error').mockReturnValue(undefined));
  afterEach(() => vi.restoreAllMocks());

  const Broken = (): never => {
    throw new Error('This page is broken');
  };
  const pages = { '/dashboard': <Broken />, '/content/*': <PageHeading>Help</PageHeading> };

  it('is said in its place and in the dialog; header, menus and the other pages stay usable', async () => {
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

  it('is heard also where it fails before anybody listens', async () => {
    const portal = await createShell({ person: borrower, pages: { '/error/generic': <Broken /> } });
    // Both are there at once: no access has to be asked for that page, and the session has begun.
    await waitFor(() => expect(portal.session.getSnapshot().matches('signedIn')).toBe(true));
    render(<Shown portal={portal} />);
    expect(within(await screen.findByRole('alertdialog')).getByText('This page is broken')).toBeTruthy();
  });

  it('takes a visitor to the error page', async () => {
    const generic = { '/error/generic': <PageHeading>The error page</PageHeading> };
    await open({ pages: { '/campaign': <Broken />, ...generic } });
    expect(await heading('The error page')).toBeTruthy();
  });

  it('may be a banner: it takes nothing else along', async () => {
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

describe('a page that is on its way', () => {
  it('has the heading of a form in the middle column, where it will stand', async () => {
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
    // What is said within a busy area is not heard.
    expect(busy?.contains(within(main).getByRole('status'))).toBe(false);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('loads what it shows without a second announcement', () => {
    const { container } = render(<Loading />);
    expect(container.querySelectorAll('output')).toHaveLength(1);
    expect(container.querySelectorAll('[aria-busy="true"]')).toHaveLength(1);
  });
});

describe('a page whose code does not arrive', () => {
  /**
   * A portal whose server has a version, or cannot be reached; the code arrives when `isThere` says so, and then stays, so
   * that each test names another page.
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
  ])('is said in its place to %s, with focus and without a dialog; Try again shows it', async (_, name, person) => {
    const code = await openWithoutCode(name, person, null);
    await waitFor(async () => expect(document.activeElement).toBe(await heading('This page could not be loaded')));
    expect(document.title).toBe('This page could not be loaded');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await screen.findByRole('contentinfo')).toBeTruthy();
    code.isThere = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('Campaign')).toBeTruthy();
  });

  it('has the document loaded anew where the server has a version', async () => {
    const code = await openWithoutCode('not-found', null, '0.2.0');
    await waitFor(() => expect(code.reloadedFor).toBe('0.2.0'));
  });
});

describe('a page on which something is not saved', () => {
  const pages = {
    '/profile/contact-info': (
      <>
        <PageHeading>Contact Information</PageHeading>
        <LeaveGuard base="/profile/contact-info" />
      </>
    ),
    '/content/*': <PageHeading>Help</PageHeading>,
  };

  it('asks who leaves it, in the portal and for another site', async () => {
    await open({ person: borrower, pages });
    await heading('Contact Information');
    const leaving = () => new Event('beforeunload', { cancelable: true });
    expect(window.dispatchEvent(leaving())).toBe(false);
    const help = () => within(screen.getByRole('banner')).getByRole('link', { name: 'Help' });
    await waitFor(help);
    await userEvent.click(help());
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stay on this page' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await heading('Contact Information')).toBeTruthy();
    await userEvent.click(help());
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await heading('Help')).toBeTruthy();
    expect(window.dispatchEvent(leaving())).toBe(true);
  });
});

describe('an error that nothing handles', () => {
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
  // What fails on purpose here must not fail the test as well.
  const calm = (event: PromiseRejectionEvent) => event.preventDefault();
  beforeEach(() => window.addEventListener('unhandledrejection', calm));
  afterEach(() => window.removeEventListener('unhandledrejection', calm));

  it('is told by its own words', async () => {
    await open({ person: borrower, pages });
    await userEvent.click(await screen.findByRole('button', { name: 'Fail' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Status Code: 503')).toBeTruthy();
    expect(within(dialog).getByText('Service Unavailable')).toBeTruthy();
  });

  it('is told by the configured words where that is wanted', async () => {
    await open({ person: borrower, pages, displayGeneric: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Fail' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('Something unexpected happened. Please call us at 1-800-555-0142.')).toBeTruthy();
    expect(within(dialog).queryByText('Service Unavailable')).toBeNull();
  });
});

describe('who came back without having signed in', () => {
  it('is told so, with focus on the heading, and may try again', async () => {
    await open({ isSignInBroken: true });
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Log-in was not finished')));
    expect(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' })).toBeTruthy();
  });

  it('is offered no log-in while nobody can log in', async () => {
    await open({ isSignInBroken: true, texts: AUTH_DOWN });
    expect(await screen.findByText('Logging in is not available right now')).toBeTruthy();
    await heading('Log-in was not finished');
    expect(screen.queryByRole('button', { name: 'Log In' })).toBeNull();
  });
});

describe('banners', () => {
  it('are those that are visible, with what the configuration says in their places', async () => {
    await open({ messages });
    expect(await screen.findByRole('region', { name: 'A word from Larkfield Loan Servicing' })).toBeTruthy();
    expect(await screen.findByText('We never ask for your password. Call 1-800-555-0142.')).toBeTruthy();
    expect(screen.queryByText('Not to be seen')).toBeNull();
  });

  it('keep under their message that they are folded', async () => {
    await open({ messages });
    const scams = await screen.findByRole('region', { name: 'A word from Larkfield Loan Servicing' });
    await userEvent.click(within(scams).getByRole('button', { name: 'Hide' }));
    expect(within(scams).getByRole('button', { name: 'Show' })).toBeTruthy();
    expect(sessionStorage.getItem(messages[1]?.message ?? '')).toBe('collapsed');
    expect(sessionStorage.getItem(messages[0]?.message ?? '')).toBeNull();
  });
});

describe('while no managed text can be had', () => {
  const shown = {
    welcome: <Welcome ended="timedOut" />,
    maintenance: <Maintenance />,
    'not found': <NotFound />,
    'an error': <Generic />,
  };

  it.each(Object.entries(shown))('nothing is empty: %s', async (_, page) => {
    await open({ isContentMissing: true, pages: { '/error/not-found': page } });
    await screen.findByRole('contentinfo');
    await waitFor(() => expect(document.querySelector('.ui-skeleton')).toBeNull());
    const parts = [...document.querySelectorAll('main :is(h1, h2, h3, p, strong, section, .ui-card), .ui-pre-footer')];
    expect(parts.filter(({ textContent }) => textContent.trim() === '').map(({ outerHTML }) => outerHTML)).toEqual([]);
  });

  it('the number stands where the text said to call', async () => {
    await open({ isContentMissing: true, pages: { '/error/not-found': <Maintenance /> } });
    const main = within(screen.getByRole('main'));
    expect((await main.findByRole('link', { name: '1-800-555-0142' })).getAttribute('href')).toBe('tel:1-800-555-0142');
  });
});

describe('dialogs', () => {
  it.each([
    ['About Federal Student Aid', 'Federal Student Aid'],
    ['Your Privacy Choices', 'Your Privacy Choices'],
  ])('have a name before their texts have arrived: %s', async (opener, name) => {
    await open({ isContentSlow: true });
    await userEvent.click(await screen.findByRole('button', { name: opener }));
    expect(await screen.findByRole('dialog', { name })).toBeTruthy();
  });

  it('give focus back to what opened them', async () => {
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

describe('a fragment that is wrongly encoded', () => {
  it('leads nowhere, and breaks nothing', () => {
    expect(focusFragment('#%E0%A4%A')).toBe(false);
  });

  it('leads to a place that is really called so', () => {
    render(<h2 id="100%">All of it</h2>);
    expect(focusFragment('#100%')).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'All of it' }));
  });
});
