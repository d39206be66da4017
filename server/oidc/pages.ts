/** The provider's pages. They work without scripts; the template escapes user input. */
import { html, raw } from 'hono/html';
import type { Configuration } from '#domain/portal/shapes.ts';
import { type Situation, groupBySituation } from '../demo/situations.ts';
import { OIDC_BASE } from '../http/routes.ts';

export type Html = ReturnType<typeof html>;

/** Path of the stylesheet and the scripts of these pages. */
export const ASSETS = `${OIDC_BASE}/assets`;

/** The servicer's details on these pages, from the portal's configuration. */
export type Servicer = Pick<Configuration['servicer'], 'name' | 'phone' | 'hours'>;

interface Page {
  readonly servicer: Servicer;
  readonly title: string;
  readonly main: Html;
  readonly script?: string;
  /** Files that the browser loads while the page is idle, for the page after it. */
  readonly prefetched?: readonly string[];
}

/** Renders the servicer's name as in the portal's logo, with a large first word. */
function renderName(name: string): Html {
  const [first = '', ...rest] = name.split(' ');
  return html`<span class="words"
    ><span class="first">${first}</span> <span class="rest">${rest.join(' ')}</span></span
  >`;
}

/** Renders a phone number as a link without line breaks. */
const phoneLink = (phone: string): Html => html`<a class="phone" href="tel:${phone}">${phone}</a>`;

const page = ({ servicer, title, main, script, prefetched = [] }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | ${servicer.name}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${ASSETS}/sign-in.css" />
        ${script === undefined ? '' : html`<script src="${ASSETS}/${script}" defer></script>`}
        ${prefetched.map((file) => html`<link rel="prefetch" as="font" crossorigin href="/${file}" />`)}
      </head>
      <body>
        <header>
          <a href="/welcome"><img src="/favicon.svg" alt="" width="44" height="44" />${renderName(servicer.name)}</a>
        </header>
        <main>${main}</main>
        <footer>
          <p>Need help? Call ${phoneLink(servicer.phone)}, ${servicer.hours}.</p>
          <ul>
            <li><a href="/content/help">Help</a></li>
            <li><a href="/content/legal/privacy">Privacy</a></li>
            <li><a href="/content/legal/accessibility-statement">Accessibility</a></li>
            <li><a href="/content/help/scams">Avoid scams</a></li>
          </ul>
        </footer>
      </body>
    </html>`;

export type SignInField = 'username' | 'password' | 'code';

/** A validation error on the sign-in page. */
export interface SignInProblem {
  /** The field that the error summary links to, and that shows the message. */
  readonly field: SignInField;
  readonly message: string;
  /** The other field that is marked as invalid. */
  readonly alsoIn?: readonly SignInField[];
  /** Whether the error concerns neither field and appears in the summary only. */
  readonly isGeneral?: boolean;
}

/** A demo person with a one-click log-in button. */
export interface DemoSignIn {
  readonly username: string;
  readonly password: string;
  readonly name: string;
  /** The group under which the person is listed. */
  readonly situation: Situation;
  /** One sentence about the person. */
  readonly shows: string | undefined;
}

export interface SignInPage {
  readonly servicer: Servicer;
  readonly action: string;
  readonly username: string;
  readonly problems: readonly SignInProblem[];
  /** The name of the identity provider, if it is not the servicer's own. */
  readonly identity?: string;
  /** The demo people. Empty if the database contains no demo data. */
  readonly demoPeople: readonly DemoSignIn[];
  /**
   * The portal's font files. The portal shows a font only if it is there at once (`font-display: optional`), so the
   * browser fetches them while the person logs in.
   */
  readonly portalFonts: readonly string[];
  /** Set if the page asks for a code, because the attempts for the username or from the address are used up. */
  readonly code?: {
    /** The outbox folder, if the page may name it: with demo data and without a mail server. */
    readonly outbox: string | undefined;
  };
}

const summary = (problems: readonly SignInProblem[]): Html | string =>
  problems.length === 0
    ? ''
    : html`<div class="summary" role="alert" aria-labelledby="summary-title">
        <h2 id="summary-title">There is a problem</h2>
        <ul>
          ${problems.map((problem) => html`<li><a href="#${problem.field}">${problem.message}</a></li>`)}
        </ul>
      </div>`;

interface Field {
  readonly name: SignInField;
  readonly label: string;
  readonly type: 'text' | 'password';
  readonly autocomplete: string;
  readonly value: string;
}

function field({ name, label, type, autocomplete, value }: Field, problems: readonly SignInProblem[]): Html {
  const found = problems.find((problem) => problem.field === name || problem.alsoIn?.includes(name) === true);
  const own = found?.isGeneral === true ? undefined : found;
  const message = own?.field === name ? own.message : undefined;
  const wrong = own === undefined ? '' : raw(`aria-invalid="true"`);
  const described = own === undefined ? '' : raw(`aria-describedby="${own.field}-error"`);
  const isFirst = problems.length === 0 ? name === 'username' : problems[0]?.field === name;
  return html`<div class="field ${own === undefined ? '' : 'wrong'}">
    <label for="${name}">${label}</label>
    ${message === undefined ? '' : html`<p class="error" id="${name}-error">${message}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      autocapitalize="none"
      spellcheck="false"
      ${name === 'code' ? raw('inputmode="numeric"') : raw('required')}
      ${isFirst ? raw('autofocus') : ''}
      ${wrong}
      ${described}
    />
    ${name === 'password' ? html`<button type="button" class="show" id="show-password" hidden>Show password</button>` : ''}
  </div>`;
}

/** Renders the log-in button of a demo person as a separate form, so that it works without scripts. */
const demoSignIn = (action: string, { username, password, name, shows }: DemoSignIn): Html =>
  html`<li>
    <form method="post" action="${action}">
      <input type="hidden" name="username" value="${username}" />
      <input type="hidden" name="password" value="${password}" />
      <button type="submit"><strong>${username}</strong> <span>${shows ?? name}</span></button>
    </form>
  </li>`;

/** Renders the demo people, grouped by situation. */
const demoSignIns = (action: string, people: readonly DemoSignIn[]): Html | string =>
  people.length === 0
    ? ''
    : html`<section class="demo" aria-labelledby="demo-title">
        <h2 id="demo-title">Try it as a demo person</h2>
        <p>
          Everyone has the password <strong>${people[0]?.password ?? ''}</strong>. A button fills in the form and logs
          you in.
        </p>
        ${groupBySituation(people).map(
          (group) =>
            html`<h3>${group.situation}</h3>
              <ul>
                ${group.people.map((person) => demoSignIn(action, person))}
              </ul>`,
        )}
      </section>`;

/** Renders links for people without a username or with a forgotten password. */
const otherWays = (): Html =>
  html`<section class="ways" aria-label="Other ways">
    <p><a href="/account/registration">Create Online Account</a></p>
    <p><a href="/account/forgot">Forgot your username or password?</a></p>
  </section>`;

/** Renders what to do if the attempts are used up, perhaps by another person. */
const aboutCode = ({ outbox }: NonNullable<SignInPage['code']>): Html =>
  html`<p>
      If we have an email address for this username, we sent a code to it. To log in now, enter your username, your
      password and the code. If you don't get a code, wait 15 minutes and try again.
    </p>
    ${outbox === undefined ? '' : html`<p>This demo sends no email. The code is in the newest file in ${outbox}.</p>`}`;

/** Renders the log-in page. */
export function signInPage(shown: SignInPage): Html {
  const { servicer, action, username, problems, identity, demoPeople, portalFonts, code } = shown;
  const heading = identity === undefined ? 'Log In' : `Log In with ${identity}`;
  return page({
    servicer,
    title: problems.length === 0 ? heading : `Error: ${heading}`,
    script: 'sign-in.js',
    prefetched: portalFonts,
    main: html`<h1>${heading}</h1>
      ${identity === undefined ? '' : html`<p>You return to ${servicer.name} when you're logged in.</p>`}
      ${summary(problems)} ${code === undefined ? '' : aboutCode(code)}
      <form method="post" action="${action}" novalidate>
        ${field({ name: 'username', label: 'Username', type: 'text', autocomplete: 'username', value: username }, problems)}
        ${field(
          { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', value: '' },
          problems,
        )}
        ${
          code === undefined
            ? ''
            : field(
                { name: 'code', label: 'Code (six digits)', type: 'text', autocomplete: 'one-time-code', value: '' },
                problems,
              )
        }
        <button type="submit">Log In</button>
      </form>
      ${identity === undefined ? otherWays() : ''} ${demoSignIns(action, demoPeople)}`,
  });
}

/** Renders the page for a person who requested a role that they do not have (ruling 49). */
export const notAllowedPage = ({ servicer }: { servicer: Servicer }): Html =>
  page({
    servicer,
    title: "You can't log in here",
    main: html`<h1>You can't log in here</h1>
      <p>This page is for employees of ${servicer.name} only. If you have loans with us, use the usual log-in page.</p>
      <p><a href="/account/login">Go to the log-in page</a></p>`,
  });

/**
 * Renders the page that confirms a sign-out. `form` is the provider's own. If the portal requested the sign-out, a
 * script submits the form, and the button is the fallback.
 */
export const signOutPage = ({
  servicer,
  form,
  isRequested,
}: {
  servicer: Servicer;
  form: string;
  isRequested: boolean;
}): Html =>
  page({
    servicer,
    title: 'Log Out',
    ...(isRequested ? { script: 'sign-out.js' } : {}),
    main: html`<h1>${isRequested ? 'Logging you out' : 'Do you want to log out?'}</h1>
      ${raw(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes" id="sign-out">Log Out</button>
      ${isRequested ? '' : html`<p><a href="/">Stay logged in</a></p>`}`,
  });

/** Renders the page after a sign-out that the portal did not request. */
export const signedOutPage = ({ servicer }: { servicer: Servicer }): Html =>
  page({
    servicer,
    title: 'Logged out',
    main: html`<h1>You're logged out</h1>
      <p><a href="/welcome">Go to the welcome page</a></p>`,
  });

/** Renders the page for a sign-in that cannot continue, because it has expired or its URL is malformed. */
export const errorPage = ({ servicer, code }: { servicer: Servicer; code: string }): Html =>
  page({
    servicer,
    title: "Log-in couldn't continue",
    main: html`<h1>Log-in couldn't continue</h1>
      <p>Your log-in may have taken too long, or it was already finished in another tab. Please start again.</p>
      <p><a href="/welcome">Go to the welcome page</a></p>
      <p class="code">Reason: ${code}</p>`,
  });
