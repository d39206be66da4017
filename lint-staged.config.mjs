/** Steps for staged files before a commit: format and lint them, and update generated documents. */
export default {
  '*': 'oxfmt --no-error-on-unmatched-pattern',
  '*.{mjs,ts,tsx}': 'oxlint --type-aware',
  '{domain,flows,machines,server/http}/**': () => [
    'npm run -s diagrams',
    'git stage README.md docs/access.md docs/*.json docs/flows/*.svg docs/flows/README.md',
  ],
};
