/** Data embedded in documents (docs/decisions/document-data.md): the parts that depend on the server or the page. */
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

describe('data embedded in every document', () => {
  it('includes the metadata of the embedded sign-in provider only', () => {
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

  it('omits a missing text', () => {
    const listItems = (content: ContentStore) =>
      Object.keys(documentData(SETTINGS, content, '1', undefined).answers).filter((address) =>
        address.startsWith('content/items/'),
      );
    expect(listItems(shipped)).toEqual(['content/items/globalsite/disabled-mma-enabled']);
    expect(listItems(empty)).toEqual([]);
  });
});

describe("data embedded in one page's document", () => {
  it.each(['/content/no-such-page', '/no-such-page'])('is empty at %s', (address) => {
    expect(pageData(shipped, address)).toEqual({ answers: {}, initialReads: undefined, prerenderedAddress: undefined });
  });

  it('contains a static page itself', () => {
    const { answers, initialReads, prerenderedAddress } = pageData(shipped, '/content/help');
    expect(Object.values(answers)).toEqual([shipped.pages.get('help')]);
    expect([initialReads, prerenderedAddress]).toEqual([undefined, '/content/help']);
  });
});
