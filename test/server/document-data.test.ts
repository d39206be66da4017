/** What comes with the document of a page (docs/decisions/document-data.md): the parts that not every server or page has. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleConfiguration } from '#domain/portal/samples.ts';
import { paths } from '#server/paths.ts';
import { type ContentStore, loadContent } from '#server/portal/content.ts';
import { documentData, pageData } from '#server/portal/document.ts';

const SETTINGS = {
  configuration: sampleConfiguration,
  files: { 'config.json': {}, 'feature-flags.json': {}, 'icons.json': [], 'navigation.json': [] },
};

let shipped: ContentStore;
let empty: ContentStore;
beforeAll(async () => {
  shipped = await loadContent([paths.content], { keepsAccounts: true });
  empty = await loadContent([], { keepsAccounts: true });
});

describe('what comes with every document', () => {
  it('tells of the sign-in provider where it is the own one', () => {
    expect(documentData(SETTINGS, shipped, '1', 'https://portal.example/oidc').files['openid-configuration']).toEqual({
      issuer: 'https://portal.example/oidc',
      authorization_endpoint: 'https://portal.example/oidc/auth',
      token_endpoint: 'https://portal.example/oidc/token',
      end_session_endpoint: 'https://portal.example/oidc/session/end',
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['ES256'],
    });
    expect(documentData(SETTINGS, shipped, '1', undefined).files).not.toHaveProperty('openid-configuration');
  });

  it('leaves out a text that is not there', () => {
    const itemsOf = (content: ContentStore) =>
      Object.keys(documentData(SETTINGS, content, '1', undefined).answers).filter((address) =>
        address.startsWith('content/items/'),
      );
    expect(itemsOf(shipped)).toEqual(['content/items/globalsite/disabled-mma-enabled']);
    expect(itemsOf(empty)).toEqual([]);
  });
});

describe('what comes with the document of one page', () => {
  it.each(['/content/no-such-page', '/no-such-page'])('is nothing at %s', (address) => {
    expect(pageData(shipped, address)).toEqual({ answers: {}, firstReads: undefined, picture: undefined });
  });

  it('is a static page itself', () => {
    const { answers, firstReads, picture } = pageData(shipped, '/content/help');
    expect(Object.values(answers)).toEqual([shipped.pages.get('help')]);
    expect([firstReads, picture]).toEqual([undefined, '/content/help']);
  });
});
