/** A signed-in borrower who makes the portal's calls with the portal's own client. */
import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type CallResponse, type CallRequest, type CallSpec, TIME_LIMITS } from '#domain/call.ts';
import { createClient } from '#src/api/client.ts';
import { Visitor, findAttribute } from '#test/support/cookie-client.ts';

const Tokens = v.object({ access_token: v.string(), expires_in: v.number() });
const CLIENT = 'portal';
const PASSWORD = 'demo';

export class Borrower {
  readonly #origin: string;
  readonly #name: string;
  readonly #visitor: Visitor;
  readonly #make: ReturnType<typeof createClient>;
  #token: string | undefined;
  #renewAt = 0;

  constructor(origin: string, name: string) {
    this.#origin = origin;
    this.#name = name;
    this.#visitor = new Visitor(origin);
    this.#make = createClient({
      apiBase: () => `${origin}/api/1/`,
      accessToken: () => Promise.resolve(this.#token),
      // A rejected token is a failure of the test; tokens are renewed before they expire.
      renewedToken: () => Promise.resolve(undefined),
    });
  }

  /** Signs in or renews the token after half of its lifetime. */
  async renewSignIn(): Promise<void> {
    if (Date.now() >= this.#renewAt) await this.signIn();
  }

  /** Renews the token in an existing session, or signs in. */
  async signIn(): Promise<void> {
    const redirect = `${this.#origin}/auth/callback`;
    const proof = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: CLIENT,
      response_type: 'code',
      scope: 'openid profile',
      redirect_uri: redirect,
      code_challenge: createHash('sha256').update(proof).digest('base64url'),
      code_challenge_method: 'S256',
    });
    let visit = await this.#visitor.follow(`/oidc/auth?${query.toString()}`, redirect);
    if (visit.location === undefined) {
      const form = findAttribute(visit.text, /<form[^>]*>/, 'action');
      visit = await this.#visitor.follow(form, redirect, { username: this.#name, password: PASSWORD });
    }
    const code = new URL(visit.location ?? 'missing:').searchParams.get('code') ?? '';
    const answer = await fetch(`${this.#origin}/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: CLIENT,
        code,
        redirect_uri: redirect,
        code_verifier: proof,
      }),
    });
    const tokens = v.parse(Tokens, await answer.json());
    this.#token = tokens.access_token;
    this.#renewAt = Date.now() + tokens.expires_in * 500;
  }

  /** Returns the access token for calls. Signs in if there is none. */
  async accessToken(): Promise<string> {
    await this.renewSignIn();
    return this.#token ?? '';
  }

  /** Makes a call. Throws the same errors as the portal's client. */
  async ask<const C extends CallSpec>(
    call: C,
    request: CallRequest<C>,
    hangUp: AbortSignal = AbortSignal.timeout(2 * TIME_LIMITS[call.timeLimit]),
  ): Promise<CallResponse<C>> {
    // The client has parsed the response with the call's schema.
    return (await this.#make(call, request, hangUp)) as CallResponse<C>;
  }
}
