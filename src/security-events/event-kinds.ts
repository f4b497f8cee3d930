/** The properties of one kind of event. */
interface EventKindFacts {
  /** description in the table of docs/security.md */
  readonly about: string
  /** `owner`: the event is logged, and shown to the owner of the account; `log`: the event is only logged */
  readonly reach: 'owner' | 'log'
  /**
   * set for refused attempts, such as wrong passwords. Equal attempts are stored together with their number, which
   * administrators see.
   */
  readonly isRefusal?: true
  /** log level, if not `info`. `debug` is for events that every app causes each hour, which would fill the log. */
  readonly level?: 'debug'
}

/**
 * All kinds of security events (security specification, 3.8). The names are stored in the log and in the database, so
 * they must never change.
 */
export const EVENT_KINDS = {
  'sign-in': { about: 'a browser signed in', reach: 'owner' },
  'sign-in-failed': { about: 'a wrong password was entered', reach: 'owner', isRefusal: true },
  'sign-in-throttled': {
    about: 'attempts are no longer checked for a while, after too many wrong ones',
    reach: 'owner',
    isRefusal: true,
  },
  'code-failed': { about: 'a wrong code of the second factor was entered', reach: 'owner', isRefusal: true },
  'session-ended': { about: 'a browser was signed out from another one', reach: 'owner' },
  'sessions-ended-by-provider': { about: 'the identity provider ended the sessions of browsers', reach: 'owner' },
  'recovery-code-used': { about: 'a recovery code replaced a code of the second factor', reach: 'owner' },
  'recovery-codes-renewed': { about: 'new recovery codes were created', reach: 'owner' },
  'second-factor-on': { about: 'the second factor was turned on', reach: 'owner' },
  'second-factor-off': { about: 'the second factor was turned off', reach: 'owner' },
  'passkey-added': { about: 'a passkey was added', reach: 'owner' },
  'passkey-removed': { about: 'a passkey was removed', reach: 'owner' },
  'passkey-failed': {
    about: 'the signature of a passkey was wrong, outdated or of another user',
    reach: 'owner',
    isRefusal: true,
  },
  'identity-linked': { about: 'an account of the identity provider was linked', reach: 'owner' },
  'identity-unlinked': { about: 'the link with an account of the identity provider was removed', reach: 'owner' },
  'recovery-link-made': { about: 'the operator created a recovery link', reach: 'owner' },
  'account-recovered': { about: 'a recovery link was used, which set a new password', reach: 'owner' },
  'password-changed': { about: 'the password was changed', reach: 'owner' },
  'email-changed': { about: 'the e-mail address was changed', reach: 'owner' },
  'app-password-made': { about: 'an app password was created', reach: 'owner' },
  'app-password-removed': { about: 'an app password was revoked', reach: 'owner' },
  'app-connected': { about: 'the user allowed an app to use the library', reach: 'owner' },
  'token-issued': { about: 'an app signed in with a password', reach: 'owner' },
  'token-refused': {
    about: 'an app used the account password instead of an app password',
    reach: 'owner',
    isRefusal: true,
  },
  'token-refreshed': { about: 'an app exchanged a refresh token', reach: 'log', level: 'debug' },
  'token-reused': {
    about: 'a refresh token was used a second time, so its token family was revoked',
    reach: 'owner',
    isRefusal: true,
  },
  'token-revoked': { about: 'the tokens of an app were revoked', reach: 'owner' },
  'client-made': { about: 'an API client was created', reach: 'owner' },
  'client-deleted': { about: 'an API client was deleted', reach: 'owner' },
  export: { about: 'entries were exported', reach: 'owner' },
  import: { about: 'a file was uploaded for an import', reach: 'owner' },
  'share-on': { about: 'a public link of an entry was created', reach: 'owner' },
  'share-off': { about: 'a public link was removed', reach: 'owner' },
  'feed-token-renewed': { about: 'new feed addresses were created', reach: 'owner' },
  'feed-token-revoked': { about: 'the feed addresses were revoked', reach: 'owner' },
  'site-login-stored': { about: 'a login for a site was stored', reach: 'owner' },
  'site-login-removed': { about: 'a login for a site was deleted', reach: 'owner' },
  'library-cleared': { about: 'a bulk deletion was started', reach: 'owner' },
  'user-made': { about: 'the account was created', reach: 'owner' },
  'user-shut-out': { about: 'an administrator suspended the account', reach: 'owner' },
  'user-let-in': { about: 'an administrator reactivated the account', reach: 'owner' },
  'administrator-made': { about: 'the administrator role was granted', reach: 'owner' },
  'administrator-unmade': { about: 'the administrator role was removed', reach: 'owner' },
  'user-deleted': { about: 'an account was closed, and its stored events deleted', reach: 'log' },
  'registration-set': { about: 'an administrator chose whether visitors may create an account', reach: 'log' },
  'access-refused': { about: 'a request was answered with 401 or 403', reach: 'log' },
  'rate-limited': { about: 'a request was answered with 429', reach: 'log' },
  'fetch-refused': { about: 'a page or image has an address that must not be fetched', reach: 'log' },
  backup: { about: '`dogear backup` created a backup', reach: 'log' },
  restore: { about: '`dogear restore` restored a backup', reach: 'log' },
  migration: { about: 'the database was migrated at startup', reach: 'log' },
} as const satisfies Readonly<Record<string, EventKindFacts>>

export type EventKind = keyof typeof EVENT_KINDS

/** Kinds of events that the owner of the account can see. */
export type OwnerEventKind = {
  [K in EventKind]: (typeof EVENT_KINDS)[K]['reach'] extends 'owner' ? K : never
}[EventKind]

/**
 * @returns the properties of a kind. Unlike `EVENT_KINDS`, the return type lets callers read optional properties of
 *   every kind.
 */
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
