/** The provider's pages. They work without a script; what people type is escaped by the template. */
import { html, raw } from 'hono/html';
import { OIDC_BASE } from '../http/routes.ts';

export type Html = ReturnType<typeof html>;

/** Where the stylesheet and the script of these pages stand. */
export const ASSETS = `${OIDC_BASE}/assets`;

interface Page {
  readonly servicer: string;
  readonly title: string;
  readonly main: Html;
  readonly script?: string;
}

const page = ({ servicer, title, main, script }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} | ${servicer}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${ASSETS}/sign-in.css" />
        ${script === undefined ? '' : html`<script src="${ASSETS}/${script}" defer></script>`}
      </head>
      <body>
        <header>
          <a href="/welcome"><img src="/favicon.svg" alt="" width="44" height="44" /><span>${servicer}</span></a>
        </header>
        <main>${main}</main>
      </body>
    </html>`;

export type SignInField = 'username' | 'password';

/** Something to mend before signing in; `field` is where. */
export interface SignInProblem {
  readonly field: SignInField;
  readonly message: string;
  /** Whether it is about both fields together, so that it stands in the summary only. */
  readonly isGeneral?: boolean;
}

export interface SignInPage {
  readonly servicer: string;
  readonly action: string;
  readonly username: string;
  readonly problems: readonly SignInProblem[];
  /** Whose identity people sign in with, where it is not the servicer's own. */
  readonly identity?: string;
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
  const own = problems.find((problem) => problem.field === name);
  const message = own?.isGeneral === true ? undefined : own?.message;
  const wrong = own === undefined ? '' : raw(`aria-invalid="true"`);
  const described = message === undefined ? '' : raw(`aria-describedby="${name}-error"`);
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
      required
      ${isFirst ? raw('autofocus') : ''}
      ${wrong}
      ${described}
    />
  </div>`;
}

/** The page that asks for name and password. */
export function signInPage({ servicer, action, username, problems, identity }: SignInPage): Html {
  const heading = identity === undefined ? 'Log In' : `Log In with ${identity}`;
  return page({
    servicer,
    title: problems.length === 0 ? heading : `Error: ${heading}`,
    main: html`<h1>${heading}</h1>
      ${identity === undefined ? '' : html`<p>You return to ${servicer} when you are logged in.</p>`}
      ${summary(problems)}
      <form method="post" action="${action}" novalidate>
        ${field({ name: 'username', label: 'Username', type: 'text', autocomplete: 'username', value: username }, problems)}
        ${field(
          { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', value: '' },
          problems,
        )}
        <button type="submit">Log In</button>
      </form>`,
  });
}

/** What somebody sees who asked for a role that they do not have (ruling 49). */
export const notAllowedPage = ({ servicer }: { servicer: string }): Html =>
  page({
    servicer,
    title: 'You cannot log in here',
    main: html`<h1>You cannot log in here</h1>
      <p>This page is for employees of ${servicer} only. If you have loans with us, use the usual log-in page.</p>
      <p><a href="/account/login">Go to the log-in page</a></p>`,
  });

/**
 * The page between asking to sign out and being signed out. `form` is the provider's own. Where the portal asked, it
 * submits itself; the button is for when it cannot.
 */
export const signOutPage = ({ servicer, form, isAsked }: { servicer: string; form: string; isAsked: boolean }): Html =>
  page({
    servicer,
    title: 'Log Out',
    ...(isAsked ? { script: 'sign-out.js' } : {}),
    main: html`<h1>${isAsked ? 'Logging you out' : 'Do you want to log out?'}</h1>
      ${raw(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes" id="sign-out">Log Out</button>
      ${isAsked ? '' : html`<p><a href="/">Stay logged in</a></p>`}`,
  });

/** Where a person ends who signed out without the portal. */
export const signedOutPage = ({ servicer }: { servicer: string }): Html =>
  page({
    servicer,
    title: 'Logged out',
    main: html`<h1>You are logged out</h1>
      <p><a href="/welcome">Go to the welcome page</a></p>`,
  });

/** A sign-in that cannot go on: it has expired, or its address was put together wrongly. */
export const errorPage = ({ servicer, code }: { servicer: string; code: string }): Html =>
  page({
    servicer,
    title: 'Sign-in could not continue',
    main: html`<h1>Sign-in could not continue</h1>
      <p>Your sign-in may have taken too long, or it was already finished in another tab. Please start again.</p>
      <p><a href="/welcome">Go to the welcome page</a></p>
      <p class="code">Reason: ${code}</p>`,
  });
