/** The sign-in page of the provider and the handling of its form. */
import { readFile } from 'node:fs/promises';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import type { Provider } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { normalizedText } from '#domain/typed-text.ts';
import type { Database } from '../db/database.ts';
import { isUnavailable } from '../unavailable.ts';
import { readForm } from '../http/forms.ts';
import { addCommonHeaders, serverPagePolicy } from '../http/headers.ts';
import { HttpProblem, RETRY_AFTER } from '../http/problems.ts';
import { OIDC_BASE, isHttps } from '../http/routes.ts';
import { logError } from '../log.ts';
import { getSource } from '../http/source.ts';
import { recordLogIn } from '../log-ins.ts';
import { recordEvent } from '../security-events.ts';
import { FONTS, sendFont, sendStylesheet } from '../http/stylesheet.ts';
import {
  ASSETS,
  type DemoSignIn,
  type Servicer,
  type SignInProblem,
  errorPage,
  notAllowedPage,
  signInPage,
} from './pages.ts';
import { DEVICE_SECONDS, deviceCookieFor, deviceCookieName, readDevice } from './device-cookie.ts';
import { addNewBrowserNotice } from './new-browser.ts';
import { sendLogInCode } from '../credentials/log-in-code.ts';
import { findWebAccountByName, signIn } from '../credentials/people.ts';
import { normalizedUsername } from '#domain/session/credentials/rules.ts';

/** A demo person, and the sign-in pages that offer this person. */
export interface DemoChoice extends DemoSignIn {
  readonly isFederal: boolean;
  readonly isImpersonator: boolean;
}

export interface InteractionDeps {
  readonly db: Database;
  readonly provider: Provider;
  readonly publicUrl: string;
  readonly servicer: Servicer;
  /** The demo people. Empty if the database contains no demo data. */
  readonly demoPeople: readonly DemoChoice[];
  /** The portal's font files; none if the portal has not been built. */
  readonly portalFonts: readonly string[];
  /** The name of the federal identity provider. */
  readonly product: string;
  /** The role that an employee requests to view a borrower's account. */
  readonly impersonatorRole: string;
  /** The application id of authorized payers. */
  readonly payerApplicationId: string;
  /** Script files of the pages: automatic sign-out, and the button that shows the password. */
  readonly scripts: Readonly<Record<'sign-out' | 'sign-in', string>>;
  /** The number of trusted proxies in front of the server. */
  readonly proxies: number;
  /** The provider's secret for cookies. */
  readonly cookieSecret: string;
  /** The outbox folder, if pages may name it: with demo data and without a mail server. */
  readonly outbox: string | undefined;
}

/** The parameter of an authorization request that selects the identity provider: `federal`. */
export const IDENTITY_HINT = 'idp_hint';

type Bindings = { Bindings: HttpBindings };

const NOT_RIGHT: SignInProblem = {
  field: 'username',
  alsoIn: ['password'],
  message: "Your username or password isn't right. Check both and try again.",
};

const NOT_RIGHT_WITH_CODE: SignInProblem = {
  field: 'username',
  alsoIn: ['password', 'code'],
  message: "Your username, password or code isn't right. Check all three and try again.",
};

/** Returns a problem to show on the page. Rethrows all other errors. */
function refusalIn(thrown: unknown): HttpProblem {
  if (thrown instanceof HttpProblem) return thrown;
  throw thrown;
}

function missing(username: string, password: string): SignInProblem[] {
  const problems: SignInProblem[] = [];
  if (username.trim() === '') problems.push({ field: 'username', message: 'Enter your username.' });
  if (password === '') problems.push({ field: 'password', message: 'Enter your password.' });
  return problems;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Maximum size of the form in bytes: a username and a password, URL-encoded. */
const LARGEST_FORM = 10_000;

const tooLarge = (): never => {
  throw new HttpProblem(413, 'The form is too large.');
};

/** Creates the pages under `/oidc/interaction` and their assets. */
export function createInteractions(deps: InteractionDeps): Hono<Bindings> {
  const { db, provider, publicUrl, servicer, product, impersonatorRole, payerApplicationId } = deps;
  const { scripts, demoPeople, portalFonts, proxies, cookieSecret, outbox } = deps;
  const isSecure = isHttps(publicUrl);
  const deviceCookie = deviceCookieName(isSecure);
  const app = new Hono<Bindings>();

  app.use(addCommonHeaders(publicUrl));

  app.use(async (c, next) => {
    await next();
    c.header('content-security-policy', serverPagePolicy);
  });

  app.use(`${OIDC_BASE}/interaction/*`, async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });

  /** Returns the requested kind of sign-in (ruling 49; P §2.1, /login-sso). */
  const toSignInWish = (params: Readonly<Record<string, unknown>>) => ({
    isImpersonation: toText(params['acr_values']).split(' ').includes(impersonatorRole),
    isFederal: params[IDENTITY_HINT] === 'federal',
  });
  type Wish = ReturnType<typeof toSignInWish>;

  const showSignIn = (
    c: Context<Bindings>,
    { isFederal, isImpersonation }: Wish,
    username = '',
    problems: readonly SignInProblem[] = [],
    { status = 200, asksForCode = false }: { status?: 200 | 422 | 429 | 503; asksForCode?: boolean } = {},
  ) =>
    c.html(
      signInPage({
        servicer,
        action: c.req.path,
        username,
        problems,
        ...(isFederal ? { identity: product } : {}),
        demoPeople: demoPeople.filter(
          (each) => (!isFederal || each.isFederal) && (!isImpersonation || each.isImpersonator),
        ),
        portalFonts,
        ...(asksForCode && { code: { outbox } }),
      }),
      status,
    );

  app.get(`${OIDC_BASE}/interaction/:uid`, async (c) => {
    const { params } = await provider.interactionDetails(c.env.incoming, c.env.outgoing);
    return showSignIn(c, toSignInWish(params), toText(params['login_hint']));
  });

  app.post(`${OIDC_BASE}/interaction/:uid`, bodyLimit({ maxSize: LARGEST_FORM, onError: tooLarge }), async (c) => {
    const { incoming, outgoing } = c.env;
    const { params } = await provider.interactionDetails(incoming, outgoing);
    const wish = toSignInWish(params);
    const form = await readForm(c);
    const username = normalizedText(toText(form['username']));
    const password = toText(form['password']);
    const problems = missing(username, password);
    const typedCode = form['code'];
    const asksForCode = typedCode !== undefined;
    const code = normalizedText(toText(typedCode)).replaceAll(/[\s-]/g, '');
    if (problems.length > 0) return showSignIn(c, wish, username, problems, { status: 422, asksForCode });
    const device = await readDevice(cookieSecret, getCookie(c, deviceCookie), username);
    const address = getSource(incoming, proxies);
    const result = await signIn(db, { loginName: username, password, address, device, code }).catch(refusalIn);
    if (result instanceof HttpProblem) {
      for (const [name, value] of Object.entries(result.details.headers ?? {})) c.header(name, value);
      const problem: SignInProblem = { field: 'username', message: result.message, isGeneral: true };
      if (result.status !== 429) return showSignIn(c, wish, username, [problem], { status: 503, asksForCode });
      // Other people may have used up the attempts, so the account holder gets a code.
      const account = await findWebAccountByName(db, normalizedUsername(username));
      await sendLogInCode(db, account, { address, payerApplicationId });
      return showSignIn(c, wish, username, [problem], { status: 429, asksForCode: true });
    }
    if (result.outcome !== 'signedIn') {
      const problem = code === '' ? NOT_RIGHT : NOT_RIGHT_WITH_CODE;
      return showSignIn(c, wish, username, [problem], { status: 422, asksForCode });
    }
    const { webAccountId, identityProvider, audienceRole } = result.account;
    // The federal sign-in page accepts only accounts of the federal identity provider.
    const event = { webAccountId, address };
    if (wish.isFederal && identityProvider !== 'federal') {
      await recordEvent(db, { kind: 'logInFailed', ...event });
      return showSignIn(c, wish, username, [NOT_RIGHT], { status: 422 });
    }
    if (wish.isImpersonation && audienceRole !== impersonatorRole) {
      await recordEvent(db, { kind: 'logInFailed', ...event });
      return c.html(notAllowedPage({ servicer }), 403);
    }
    if (device === undefined) await addNewBrowserNotice(db, result.account, payerApplicationId);
    await recordLogIn(db, event);
    if (audienceRole === impersonatorRole) await recordEvent(db, { kind: 'impersonationStarted', ...event });
    setCookie(c, deviceCookie, await deviceCookieFor(cookieSecret, username), {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      secure: isSecure,
      maxAge: DEVICE_SECONDS,
    });
    const acr = wish.isImpersonation ? { acr: impersonatorRole } : {};
    const login = { accountId: webAccountId, amr: ['pwd'], ...acr };
    return c.redirect(await provider.interactionResult(incoming, outgoing, { login }), 303);
  });

  app.get(`${ASSETS}/sign-in.css`, (c) => sendStylesheet(c, 'sign-in'));
  for (const name of ['sign-out', 'sign-in'] as const) {
    app.get(`${ASSETS}/${name}.js`, async (c) =>
      c.body(await readFile(scripts[name], 'utf8'), 200, {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
      }),
    );
  }
  for (const name of FONTS) app.get(`${ASSETS}/${name}`, (c) => sendFont(c, name));

  app.onError((error, c) => {
    if (error instanceof errors.SessionNotFound) return c.html(errorPage({ servicer, code: error.error }), 400);
    if (error instanceof HttpProblem) {
      const status = ([413, 415] as const).find((each) => each === error.status) ?? 400;
      return c.html(errorPage({ servicer, code: 'invalid_request' }), status);
    }
    logError('the sign-in page', error);
    if (isUnavailable(error)) {
      c.header('retry-after', String(RETRY_AFTER));
      return c.html(errorPage({ servicer, code: 'temporarily_unavailable' }), 503);
    }
    return c.html(errorPage({ servicer, code: 'server_error' }), 500);
  });

  return app;
}
