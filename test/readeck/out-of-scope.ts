/** Recorded exchanges that Dogear answers differently on purpose, with the reason. */
const GROUPS: readonly (readonly [reason: string, names: readonly string[]])[] = [
  [
    "The pages for signing in and consenting are Dogear's own. Their decisions are made by the same functions.",
    [
      'device-page-without-session',
      'login-page',
      'login-wrong',
      'login',
      'device-page',
      'device-page-wrong-code',
      'device-page-grant',
      'device-page-deny',
      'device-page-expired',
      'authorize-page',
      'authorize-unknown-client',
      'authorize-other-redirect',
      'authorize-bad-scope',
      'authorize-no-challenge',
      'authorize-plain-challenge',
      'authorize-deny',
      'authorize-after-denial',
      'authorize-grant',
      'authorize-grant-write',
      'authorize-grant-profile',
    ],
  ],
  [
    'Keys are access tokens and app passwords only. There is no page to redirect to, and cookies are no keys.',
    ['legacy-auth', 'legacy-auth-get', 'unknown-api-path-no-token', 'profile-session', 'create-cross-site-session'],
  ],
  [
    'What an app claims about itself is not shown to users, so it is not checked.',
    ['client-register-http-client-uri', 'client-register-loopback-client-uri', 'client-register-bad-logo'],
  ],
  ['RFC 8252 allows redirects to this device, by its name too.', ['client-register-redirect-localhost-name']],
  [
    'Readeck answers an unknown code or token with an internal error; here it is a refusal.',
    ['token-device-garbage-code', 'revoke-garbage'],
  ],
  [
    'A code can be used once. Using it again ends the access, because the code may have been stolen.',
    ['token-device-again', 'token-code-replayed'],
  ],
  [
    'There is no scope for the account alone. The user is asked for reading the library.',
    ['profile-read-scope', 'scope-profile-list'],
  ],
  [
    'Accounts, tokens, imports and the server are not administrated here.',
    ['profile-patch-scope-refused', 'tokens-scope-refused', 'admin-refused', 'sys-refused', 'tokens', 'import-refused'],
  ],
  ['A page that is loading has no article, which is no failure.', ['article-loading']],
  ['Addresses may be longer.', ['create-long-url']],
  ['Ids are short numbers, so this id exists.', ['detail-short-id']],
  [
    'Validators are entity tags in quotation marks, as HTTP requires; times of changes have no fractions.',
    ['detail-if-none-match-quoted', 'detail-if-modified-since', 'sync-if-modified-since'],
  ],
  [
    "Pictures have the addresses of Dogear's copies.",
    ['media-embedded-no-token', 'media-embedded-api-x', 'resource-image', 'resource-thumbnail', 'media-missing'],
  ],
  ["The data of Readeck's extractor.", ['resource-props']],
  [
    'Files are EPUB, Markdown and HTML, without archives.',
    [
      'md-zip-by-accept',
      'md-zip',
      'md-multipart-by-accept',
      'article-csv',
      'export-csv',
      'export-html',
      'export-unknown',
      'feed',
    ],
  ],
  ['Addresses with two slashes are unknown.', ['list-double-slash']],
  [
    'The name of the site and the direction of the text belong to the page.',
    ['patch-site-name', 'patch-text-direction'],
  ],
  ['A deletion takes effect at once, and can be taken back.', ['detail-is-deleted']],
  ['Readeck answers a selector in CSS with an internal error; here it is a refusal.', ['annotate-css-selector']],
  ['A passage without text marks nothing.', ['annotate-empty-range']],
  ["Suggestions are for Readeck's own pages.", ['complete', 'complete-bad-type']],
  [
    'Public links are made in Dogear, where the user sees which pages have one.',
    ['share-link', 'shared-page', 'share-link-photo', 'share-email'],
  ],
  [
    'The lead picture of a page that brings its pictures with it is fetched from the site, which is unreachable here.',
    ['sync-post-prefix-empty'],
  ],
]

/** The reasons by the name of the exchange. */
export const OUT_OF_SCOPE: Readonly<Record<string, string>> = Object.fromEntries(
  GROUPS.flatMap(([reason, names]) => names.map((name) => [name, reason])),
)
