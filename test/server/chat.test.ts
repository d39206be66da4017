/** The conversation page of the live chat, and what the portal's pages may show in frames. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chat } from '#domain/chat/calls.ts';
import { identity } from '#domain/identity/calls.ts';
import { WebAccount } from '#domain/identity/shapes.ts';
import { sampleConfiguration } from '#machines/kit/samples.ts';
import { portalPolicy, videoIdsOf } from '#server/http/headers.ts';
import { PUBLIC_URL, type TestServer, jsonOf, startTestServer } from '#test/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const say = async (...asked: readonly string[]) => {
  const body = new URLSearchParams(asked.map((each) => ['asked', each]));
  return (await server.app.request('/chat', { method: 'POST', body })).text();
};

describe('the conversation page', () => {
  it('stands where the call says', async () => {
    expect(await jsonOf(await server.make(chat.information), chat.information.response)).toEqual({
      chatUrl: `${PUBLIC_URL}/chat`,
    });
    const answer = await server.app.request('/chat');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`frame-ancestors ${PUBLIC_URL}`);
    expect(policy).not.toContain('script-src');
    expect(await answer.text()).toContain('Your message');
    expect((await server.app.request('/chat/chat.css')).status).toBe(200);
    expect((await server.app.request('/chat/none')).status).toBe(404);
  });

  it('answers with pages for everyone, and remembers what was asked before', async () => {
    const page = await say('auto debit', 'hello', 'xyzzyplugh');
    expect(page).toContain(`${PUBLIC_URL}/content/help/auto-debit`);
    expect(page).toContain('Hello! What can Larkfield Loan Servicing help you with?');
    expect(page).toContain('I found nothing about that.');
    expect(page).not.toContain(`${PUBLIC_URL}/dashboard`);
  });

  it('repeats neither numbers nor markup', async () => {
    const page = await say('123-45-6789 <img src=x>');
    expect(page).not.toContain('6789');
    expect(page).not.toContain('<img');
  });

  it('refuses what no form of it can be', async () => {
    const body = new URLSearchParams([['asked', 'x'.repeat(70_000)]]);
    expect((await server.app.request('/chat', { method: 'POST', body })).status).toBe(413);
  });
});

describe('the policy of the pages', () => {
  const facts = {
    publicUrl: PUBLIC_URL,
    issuer: `${PUBLIC_URL}/oidc`,
    chatUrl: `${PUBLIC_URL}/chat`,
    videoIds: [],
    scripts: sampleConfiguration.scripts,
  };

  it('frames the videos that are named, and a chat that stands elsewhere', () => {
    expect(portalPolicy(facts)).toContain("frame-src 'self';");
    expect(
      portalPolicy({ ...facts, chatUrl: 'https://chat.example/room', videoIds: videoIdsOf('abc_1, de-2 ,"; x,') }),
    ).toContain(
      "frame-src 'self' https://chat.example https://www.youtube-nocookie.com/embed/abc_1 https://www.youtube-nocookie.com/embed/de-2;",
    );
  });
});

describe('the web account', () => {
  it('says for whom a payer pays, and nobody for a borrower', async () => {
    const asked = async (name: string) =>
      jsonOf(await server.make(identity.webAccount, { token: await server.tokenOf(name) }), WebAccount);
    expect(await asked('casey')).toMatchObject({ lastName: 'Lindqvist', authorizedPayerFor: 'Avery Lindqvist' });
    expect(await asked('avery')).toMatchObject({ lastName: 'Lindqvist', authorizedPayerFor: null });
  });
});
