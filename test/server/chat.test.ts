/** The live chat's conversation page, and the frames that portal pages may embed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { chat } from '#domain/messages/chat/calls.ts';
import { identity } from '#domain/session/identity/calls.ts';
import { WebAccount } from '#domain/session/identity/shapes.ts';
import { Configuration } from '#domain/portal/shapes.ts';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { portalPolicy, parseVideoIds } from '#server/http/headers.ts';
import { json } from '#test/house/repository.ts';
import { PUBLIC_URL, type TestServer, readJson, startTestServer } from '#test/support/server.ts';

const shippedConfiguration = v.parse(Configuration, json('public/config.json'));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const say = async (...questions: readonly string[]) => {
  const body = new URLSearchParams(questions.map((each) => ['question', each]));
  return (await server.app.request('/chat', { method: 'POST', body })).text();
};

describe('the conversation page', () => {
  it('is at the URL that the call returns', async () => {
    expect(await readJson(await server.make(chat.information), chat.information.response)).toEqual({
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

  it("uses the portal's fonts despite its opaque origin", async () => {
    const { headers } = await server.app.request('/chat');
    expect(headers.get('content-security-policy')).toContain(`font-src ${PUBLIC_URL}`);
    const stylesheet = await (await server.app.request('/chat/chat.css')).text();
    const fonts = [...stylesheet.matchAll(/url\('([^']+)'\)/g)].map(([, name = '']) => name);
    expect(fonts.length).toBeGreaterThan(0);
    for (const name of fonts) {
      const font = await server.app.request(`/chat/${name}`);
      expect(font.headers.get('content-type'), name).toBe('font/woff2');
      expect(font.headers.get('access-control-allow-origin'), name).toBe('*');
    }
  });

  it('replies with public pages and preserves earlier questions', async () => {
    const page = await say('auto debit', 'hello', 'xyzzyplugh');
    expect(page).toContain(`${PUBLIC_URL}/content/help/auto-debit`);
    expect(page).toContain('Hello! What can Larkfield Loan Servicing help you with?');
    expect(page).toContain('find anything about that.');
    expect(page).not.toContain(`${PUBLIC_URL}/dashboard`);
  });

  it('states that it is automated and how to reach a person', async () => {
    const { phone, hours } = shippedConfiguration.servicer;
    const page = await (await server.app.request('/chat')).text();
    expect(page).toContain('An automated assistant answers here.');
    expect(page).toContain(`<a href="tel:${phone}">${phone}</a>, ${hours}.`);
    const answer = `I am an automated assistant. To talk to a person, call ${phone}, ${hours}.`;
    for (const questions of [
      'I want to talk to somebody',
      'agent',
      'Can a real person help me?',
      'speak with you please',
    ]) {
      const reply = await say(questions);
      expect(reply, questions).toContain(answer);
      expect(reply, questions).toContain(`${PUBLIC_URL}/content/help/contact-us`);
    }
    expect(await say('personal information')).not.toContain(answer);
  });

  it('returns focus to the input, which the latest reply describes', async () => {
    const page = await say('hello', 'auto debit');
    expect(page).toContain('action="/chat#question"');
    expect(page.match(/id="latest"/g)).toHaveLength(1);
    expect(page).toMatch(
      /<li class="answered" id="latest">\s*<span class="who">Assistant<\/span>\s*<p>This is what I found:/,
    );
    expect(page).toMatch(/id="question"[^>]*aria-describedby="latest"/);
    expect(await (await server.app.request('/chat')).text()).not.toContain('latest');
  });

  it('asks for a shorter question if one exceeds 200 characters, and shows the full question', async () => {
    const question = `auto debit ${'x'.repeat(190)}`;
    const page = await say(question);
    expect(page).toContain('Please ask in up to 200 characters.');
    expect(page).toContain(`<p>${question}</p>`);
    expect(page).not.toContain(`${PUBLIC_URL}/content/help/auto-debit`);
  });

  it('repeats neither numbers nor markup', async () => {
    const page = await say('123-45-6789 <img src=x>');
    expect(page).not.toContain('6789');
    expect(page).not.toContain('<img');
  });

  it('rejects malformed forms', async () => {
    const body = new URLSearchParams([['question', 'x'.repeat(70_000)]]);
    expect((await server.app.request('/chat', { method: 'POST', body })).status).toBe(413);
  });
});

describe('the content security policy of pages', () => {
  const facts = {
    publicUrl: PUBLIC_URL,
    issuer: `${PUBLIC_URL}/oidc`,
    chatUrl: `${PUBLIC_URL}/chat`,
    videoIds: [],
    scripts: sampleConfiguration.scripts,
  };

  it('allows frames for configured videos and an external chat', () => {
    expect(portalPolicy(facts)).toContain("frame-src 'self';");
    expect(
      portalPolicy({ ...facts, chatUrl: 'https://chat.example/room', videoIds: parseVideoIds('abc_1, de-2 ,"; x,') }),
    ).toContain(
      "frame-src 'self' https://chat.example https://www.youtube-nocookie.com/embed/abc_1 https://www.youtube-nocookie.com/embed/de-2;",
    );
  });
});

describe('the web account', () => {
  it('names the borrower for a payer, and is empty for a borrower', async () => {
    const questions = async (name: string) =>
      readJson(await server.make(identity.webAccount, { token: await server.mintToken(name) }), WebAccount);
    expect(await questions('casey')).toMatchObject({ lastName: 'Lindqvist', authorizedPayerFor: 'Avery Lindqvist' });
    expect(await questions('avery')).toMatchObject({ lastName: 'Lindqvist', authorizedPayerFor: null });
  });
});
