/** The properties of one kind of event. */
export interface EventKindFacts {
  /** description in the table of docs/security.md */
  readonly about: string
  /** `owner`: shown to the account that it concerns, and logged; `log`: only logged */
  readonly reach: 'owner' | 'log'
  /** set for refused attempts: they are collected before they are stored, and administrators see their number */
  readonly isRefusal?: true
  /** log level, if not `info`; `debug` is for events that every app causes each hour */
  readonly level?: 'debug'
}

/**
 * All kinds of security events (security specification, 3.8). The names are stored in the log and in the database, so
 * they must never change.
 */
export const EVENT_KINDS = {
  'sign-in': { about: 'a browser signed in', reach: 'owner' },
  'sign-in-failed': { about: 'a wrong password, wherever one is asked for', reach: 'owner', isRefusal: true },
  'sign-in-throttled': {
    about: 'so many wrong passwords or codes that no more are looked at for a while',
    reach: 'owner',
    isRefusal: true,
  },
  'code-failed': { about: 'a wrong code of the second factor', reach: 'owner', isRefusal: true },
  'session-ended': { about: 'a browser was signed out from another one', reach: 'owner' },
  'recovery-code-used': { about: 'a recovery code stood in for the second factor', reach: 'owner' },
  'recovery-codes-renewed': { about: 'new recovery codes were made', reach: 'owner' },
  'second-factor-on': { about: 'the second factor was switched on', reach: 'owner' },
  'second-factor-off': { about: 'the second factor was switched off', reach: 'owner' },
  'password-changed': { about: 'the password was changed', reach: 'owner' },
  'email-changed': { about: 'the e-mail address was changed', reach: 'owner' },
  'app-password-made': { about: 'a password for an app was made', reach: 'owner' },
  'app-password-removed': { about: 'a password for an app was taken away', reach: 'owner' },
  'token-issued': { about: 'an app got tokens for a password', reach: 'owner' },
  'token-refused': {
    about: 'an app gave the right password of an account whose apps need passwords of their own',
    reach: 'owner',
    isRefusal: true,
  },
  'token-refreshed': { about: 'an app got new tokens for old ones', reach: 'log', level: 'debug' },
  'token-reused': {
    about: 'a refresh token came a second time, so its tokens were ended',
    reach: 'owner',
    isRefusal: true,
  },
  'token-revoked': { about: 'the tokens of an app were ended', reach: 'owner' },
  'client-made': { about: 'an API client was made', reach: 'owner' },
  'client-deleted': { about: 'an API client was deleted', reach: 'owner' },
  export: { about: 'entries were exported', reach: 'owner' },
  import: { about: 'a file was given for import', reach: 'owner' },
  'share-on': { about: 'an entry got a public link', reach: 'owner' },
  'share-off': { about: 'a public link was withdrawn', reach: 'owner' },
  'feed-token-renewed': { about: 'the feeds got a new secret address', reach: 'owner' },
  'feed-token-revoked': { about: 'the feeds were taken away', reach: 'owner' },
  'site-login-stored': { about: 'a login for a site was stored', reach: 'owner' },
  'site-login-removed': { about: 'a login for a site was deleted', reach: 'owner' },
  'library-cleared': { about: 'the deletion of much of the library was ordered', reach: 'owner' },
  'user-made': { about: 'the account was made', reach: 'owner' },
  'user-shut-out': { about: 'an administrator shut the account out', reach: 'owner' },
  'user-let-in': { about: 'an administrator let the account in again', reach: 'owner' },
  'administrator-made': { about: 'the account became an administrator', reach: 'owner' },
  'administrator-unmade': { about: 'the account is no longer an administrator', reach: 'owner' },
  'user-deleted': { about: 'an account was closed; what was kept of its events goes with it', reach: 'log' },
  'registration-set': { about: 'an administrator chose whether strangers may open accounts', reach: 'log' },
  'access-refused': { about: 'a request was answered 401 or 403', reach: 'log' },
  'rate-limited': { about: 'a request was answered 429', reach: 'log' },
  'fetch-refused': { about: 'a page or image lies at an address that must not be reached', reach: 'log' },
  backup: { about: '`dogear backup` made a copy', reach: 'log' },
  restore: { about: '`dogear restore` put a copy in place', reach: 'log' },
  migration: { about: 'a start brought the database up to date', reach: 'log' },
} as const satisfies Readonly<Record<string, EventKindFacts>>

export type EventKind = keyof typeof EVENT_KINDS

/** Kinds that are shown to the account that they concern. */
export type OwnerEventKind = {
  [K in EventKind]: (typeof EVENT_KINDS)[K]['reach'] extends 'owner' ? K : never
}[EventKind]

/** @returns the properties of a kind, with optional properties typed as such */
export function eventKindFacts(kind: EventKind): EventKindFacts {
  return EVENT_KINDS[kind]
}

/** Kinds of refused attempts that are stored, so that administrators can see their numbers. */
export const REFUSAL_KINDS: readonly OwnerEventKind[] = (Object.keys(EVENT_KINDS) as OwnerEventKind[]).filter(
  (kind) => eventKindFacts(kind).isRefusal === true,
)

/** @returns the kind of a stored event, or undefined if this version does not have that kind */
export function knownOwnerKind(stored: string): OwnerEventKind | undefined {
  if (!Object.hasOwn(EVENT_KINDS, stored)) return undefined
  return EVENT_KINDS[stored as EventKind].reach === 'owner' ? (stored as OwnerEventKind) : undefined
}
