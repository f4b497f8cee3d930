import { flag, headerName, issuer, oidcScopes, text, textList, type Setting } from './setting-parsers.ts'

/** The settings of identity providers (OpenID Connect) and of the headers of a reverse proxy. */
export const SIGN_IN_SETTINGS = {
  DOGEAR_OIDC_ISSUER: {
    fallback: '',
    parse: issuer,
    help: 'address of an identity provider (OpenID Connect) with which users sign in; see [its page](sign-in.md#openid-connect)',
  },
  DOGEAR_OIDC_CLIENT_ID: { fallback: '', parse: text, help: 'client id of Dogear at the identity provider' },
  DOGEAR_OIDC_CLIENT_SECRET: {
    fallback: '',
    parse: text,
    help: 'client secret of Dogear at the identity provider; empty for a public client',
    isSecret: true,
  },
  DOGEAR_OIDC_SCOPES: {
    fallback: 'openid profile email',
    parse: oidcScopes,
    help: 'scopes to request from the identity provider; some need `groups` for the groups of a user',
  },
  DOGEAR_OIDC_NAME: {
    fallback: 'single sign-on',
    parse: text,
    help: 'name of the identity provider on buttons',
  },
  DOGEAR_OIDC_REGISTRATION: {
    fallback: 'off',
    parse: flag,
    help: 'creates an account at the first sign-in with the identity provider',
  },
  DOGEAR_OIDC_LINK_VERIFIED_EMAIL: {
    fallback: 'off',
    parse: flag,
    help:
      'links an account at the first sign-in with the identity provider by a verified e-mail address, if the account has ' +
      'neither a second factor nor a passkey',
  },
  DOGEAR_OIDC_ADMIN_GROUP: {
    fallback: '',
    parse: text,
    help: 'group at the identity provider whose members are administrators, checked at each sign-in with it',
  },
  DOGEAR_OIDC_ALLOWED_GROUPS: {
    fallback: '',
    parse: textList,
    help: 'comma-separated groups at the identity provider, one of which is needed to sign in with it',
  },
  DOGEAR_OIDC_AUTO_REDIRECT: {
    fallback: 'off',
    parse: flag,
    help: 'leads from the sign-in page to the identity provider at once; `/login?local=1` still shows the page',
  },
  DOGEAR_OIDC_ONLY: {
    fallback: 'off',
    parse: flag,
    help:
      'refuses passwords and passkeys at the sign-in, and account passwords from apps; app passwords and ' +
      '`dogear user recover` still work',
  },
  DOGEAR_AUTH_HEADER_USER: {
    fallback: '',
    parse: headerName,
    help:
      'header in which a reverse proxy reports the username of the person whom it has signed in, such as `Remote-User`; ' +
      'needs DOGEAR_TRUSTED_PROXIES; see [its page](sign-in.md#header-of-a-reverse-proxy)',
  },
  DOGEAR_AUTH_HEADER_EMAIL: {
    fallback: '',
    parse: headerName,
    help: 'header with the e-mail address of that person, such as `Remote-Email`, for a new account',
  },
  DOGEAR_AUTH_HEADER_GROUPS: {
    fallback: '',
    parse: headerName,
    help: 'header with the groups of that person, separated by commas or vertical bars, such as `Remote-Groups`',
  },
  DOGEAR_AUTH_HEADER_ADMIN_GROUP: {
    fallback: '',
    parse: text,
    help: 'group in that header whose members are administrators, checked at each sign-in by header',
  },
  DOGEAR_AUTH_HEADER_REGISTRATION: {
    fallback: 'off',
    parse: flag,
    help: 'creates an account at the first sign-in by header',
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>
