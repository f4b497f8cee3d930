import { parseDatabaseUrl } from '../db/database-url.ts'
import { parseAllowList } from '../fetching/addresses/allow-list.ts'
import { OBSERVABILITY_SETTINGS } from './observability-settings.ts'
import { parseSmtpUrl } from './parse-smtp-url.ts'
import { OBJECT_SETTINGS } from './object-settings.ts'
import { SIGN_IN_SETTINGS } from './sign-in-settings.ts'
import {
  ageRecipients,
  addressList,
  backupAddress,
  baseUrl,
  contactAddress,
  flag,
  integer,
  oneOf,
  postgresUrl,
  secretKey,
  senderAddress,
  text,
  type Setting,
} from './setting-parsers.ts'

/**
 * All settings. They are parsed at start, printed by `dogear config`, and listed in docs/configuration.md. All of them
 * are optional.
 */
export const SETTINGS = {
  PORT: { fallback: '8080', parse: integer(0, 65_535), help: 'TCP port to listen on; 0 picks a free port' },
  DOGEAR_HOST: {
    fallback: '127.0.0.1',
    parse: text,
    help: 'address to listen on; `0.0.0.0` listens on all interfaces',
  },
  DOGEAR_BASE_URL: {
    fallback: '',
    parse: baseUrl,
    help:
      'public address of the service, such as `https://read.example.org`, used in links and cookies; derived from ' +
      'the listener if empty',
  },
  DOGEAR_DATA_DIR: {
    fallback: './data',
    parse: text,
    help: 'folder for the SQLite database, the secret key and the images',
  },
  ...OBJECT_SETTINGS,
  DOGEAR_BACKUP_DIR: {
    fallback: '',
    parse: backupAddress,
    help:
      'folder for scheduled backups of `serve`, or `s3://bucket/prefix`; empty for none. With several servers, set it ' +
      'for one of them; see [backup](backup.md#schedule)',
  },
  DOGEAR_BACKUP_HOURS: {
    fallback: '24',
    parse: integer(1, 8760),
    help: 'hours between two scheduled backups',
  },
  DOGEAR_BACKUP_KEEP: {
    fallback: '7',
    parse: integer(1, 1000),
    help: 'number of scheduled backups to keep; the oldest are deleted after a new one is complete',
  },
  DOGEAR_BACKUP_RECIPIENT: {
    fallback: '',
    parse: ageRecipients,
    help: 'public key of age for which scheduled backups are encrypted; several are separated by commas',
  },
  DATABASE_URL: {
    fallback: '',
    parse: (value: string) => (value === '' ? undefined : parseDatabaseUrl(value)),
    help: '`postgres://…` or `sqlite:<path>`; defaults to `dogear.db` in the data folder',
    isSecret: true,
  },
  DATABASE_DIRECT_URL: {
    fallback: '',
    parse: postgresUrl,
    help:
      '`postgres://…` of the server itself, if `DATABASE_URL` leads through a connection pooler such as PgBouncer; see ' +
      '[scaling](scaling.md#through-a-connection-pooler)',
    isSecret: true,
  },
  DATABASE_READ_URL: {
    fallback: '',
    parse: postgresUrl,
    help:
      '`postgres://…` of a standby of the server, which answers lists, searches and exports; see ' +
      '[scaling](scaling.md#reading-from-a-standby)',
    isSecret: true,
  },
  DOGEAR_DATABASE_POOL: {
    fallback: '10',
    parse: integer(2, 500),
    help: 'maximum number of PostgreSQL connections per process',
  },
  DOGEAR_SECRET: {
    fallback: '',
    parse: secretKey,
    help:
      'key that encrypts stored secrets; generated and kept in the data folder if empty. All processes that share ' +
      'a PostgreSQL database need the same key',
    isSecret: true,
  },
  DOGEAR_REGISTRATION: {
    fallback: 'off',
    parse: flag,
    help: 'allows visitors to create an account, unless an administrator has chosen otherwise at `/admin/users`',
  },
  ...SIGN_IN_SETTINGS,
  DOGEAR_SHARING: { fallback: 'on', parse: flag, help: 'allows sharing entries by public links' },
  DOGEAR_LINKDING: {
    fallback: 'on',
    parse: flag,
    help: 'answers apps for linkding at `/linkding`; see [its page](apps/linkding.md)',
  },
  DOGEAR_GREADER: {
    fallback: 'on',
    parse: flag,
    help: 'answers feed readers that know the Google Reader API; see [its page](apps/google-reader.md)',
  },
  DOGEAR_FEVER: {
    fallback: 'on',
    parse: flag,
    help: 'answers feed readers that know the Fever API at `/fever`; see [its page](apps/fever.md)',
  },
  DOGEAR_MINIFLUX: {
    fallback: 'on',
    parse: flag,
    help: 'answers feed readers that know the API of Miniflux at `/miniflux`; see [its page](apps/miniflux.md)',
  },
  DOGEAR_READECK: {
    fallback: 'on',
    parse: flag,
    help: 'answers apps for Readeck at `/readeck`; see [its page](apps/readeck.md)',
  },
  DOGEAR_OPDS: {
    fallback: 'on',
    parse: flag,
    help: 'answers apps that read books at `/opds`; see [its page](apps/opds.md)',
  },
  DOGEAR_KOBO: {
    fallback: 'on',
    parse: flag,
    help: 'answers Kobo e-readers at `/kobo`; see [its page](apps/kobo.md)',
  },
  DOGEAR_KOSYNC: {
    fallback: 'on',
    parse: flag,
    help: 'synchronizes reading positions with KOReader at `/kosync`; see [its page](apps/koreader.md)',
  },
  DOGEAR_SAVERS: {
    fallback: 'on',
    parse: flag,
    help: 'saves pages at addresses that scripts and senders of other services know; see [its page](apps/savers.md)',
  },
  DOGEAR_MCP: {
    fallback: 'on',
    parse: flag,
    help: 'answers assistants at `/mcp`; see [its page](apps/mcp.md)',
  },
  DOGEAR_SMTP_URL: {
    fallback: '',
    parse: parseSmtpUrl,
    help:
      'server that sends articles by e-mail, such as `smtps://user:password@mail.example.org`; see ' +
      '[its page](apps/send-by-mail.md). Without it, and without `DOGEAR_MAIL_FROM`, no mail is sent',
    isSecret: true,
  },
  DOGEAR_MAIL_FROM: {
    fallback: '',
    parse: senderAddress,
    help: 'address that mails come from, such as `dogear@example.org`; Kindle accepts only senders that its owner approved',
  },
  DOGEAR_MAIL_MAX_MB: {
    fallback: '25',
    parse: integer(1, 50),
    help:
      'maximum size of one mail with its attachment encoded, in megabytes; larger books are sent in parts. Gmail accepts ' +
      '25 MB, Kindle 50 MB, and Postfix 10 MB unless configured otherwise',
  },
  DOGEAR_SECURITY_CONTACT: {
    fallback: '',
    parse: contactAddress,
    help:
      'contact for vulnerability reports, as `mailto:…` or `https://…`, published at `/.well-known/security.txt` ' +
      '(RFC 9116); not published if empty',
  },
  DOGEAR_TRUSTED_PROXIES: {
    fallback: '',
    parse: addressList,
    help: 'comma-separated addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted',
  },
  DOGEAR_LOG_LEVEL: {
    fallback: 'info',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    help: 'minimum severity of logged lines',
  },
  DOGEAR_EVENT_ADDRESSES: {
    fallback: 'on',
    parse: flag,
    help:
      'includes network addresses in security events, in the log and in the account’s list of events; see ' +
      '[security](security.md#events)',
  },
  DOGEAR_EVENT_DAYS: {
    fallback: '400',
    parse: integer(1, 3650),
    help: 'number of days for which the security events of accounts are kept; see [security](security.md#events)',
  },
  DOGEAR_RATE_LIMITS: {
    fallback: 'on',
    parse: flag,
    help: 'limits sign-ins, tokens, API calls and anonymous requests; `off` is for load tests; see [security](security.md#budgets)',
  },
  DOGEAR_QUERY_TOKENS: {
    fallback: 'on',
    parse: flag,
    help: 'also accepts access tokens in `?access_token=`, which some older clients use',
  },
  DOGEAR_EXACT_MEMBERS: {
    fallback: 'off',
    parse: flag,
    help:
      'keeps `annotations` in the response to a save and `id` in the response to a deletion for all clients; see ' +
      '[compatibility](compatibility.md#complete-answers) for a single client',
  },
  DOGEAR_ACCESS_TOKEN_SECONDS: {
    fallback: '3600',
    parse: integer(300, 31_536_000),
    help: 'lifetime of an access token',
  },
  DOGEAR_REFRESH_TOKEN_SECONDS: {
    fallback: '1209600',
    parse: integer(600, 31_536_000),
    help: 'lifetime of an unused refresh token; each use issues a new one',
  },
  DOGEAR_REFRESH_FAMILY_SECONDS: {
    fallback: '15552000',
    parse: integer(600, 157_680_000),
    help: 'time after which a sign-in with the password is required again, even if tokens were refreshed',
  },
  DOGEAR_REFRESH_GRACE_SECONDS: {
    fallback: '30',
    parse: integer(0, 30),
    help: 'time during which a used refresh token returns the same response again, for clients that missed it',
  },
  DOGEAR_MAX_BODY_MB: {
    fallback: '16',
    parse: integer(1, 256),
    help: 'maximum size of a request body with content, in megabytes; other bodies are limited to 1 MB',
  },
  DOGEAR_MAX_CONNECTIONS: {
    fallback: '1000',
    parse: integer(100, 100_000),
    help:
      'maximum number of open connections; half of them may be streams of changes for clients and browsers. The ' +
      'system must allow as many open files',
  },
  ...OBSERVABILITY_SETTINGS,
  DOGEAR_CACHE_MB: { fallback: '64', parse: integer(0, 4096), help: 'memory for cached responses, in megabytes' },
  DOGEAR_SAVE_WAIT_SECONDS: {
    fallback: '8',
    parse: integer(0, 55),
    help: 'maximum time that a save waits for the page before it responds; Miniflux and KOReader wait no longer than 10 seconds',
  },
  DOGEAR_RUN_JOBS: {
    fallback: 'on',
    parse: flag,
    help: 'runs background jobs in `serve`; set to `off` when separate `worker` processes run them',
  },
  DOGEAR_FETCH_ALLOW: {
    fallback: '',
    parse: parseAllowList,
    help: 'comma-separated `host:port`, addresses or CIDR ranges of private hosts that may be fetched',
  },
  DOGEAR_FETCH_SLOTS: {
    fallback: '32',
    parse: integer(8, 256),
    help:
      'maximum number of concurrent jobs per process; one user gets at most half. Bulk work such as an import leaves two of ' +
      'them, and one of each user’s, to pages that users wait for',
  },
  DOGEAR_FETCH_PER_HOST: {
    fallback: '2',
    parse: integer(1, 32),
    help: 'maximum number of concurrent fetches from one public host',
  },
  DOGEAR_FETCH_TIMEOUT_SECONDS: {
    fallback: '30',
    parse: integer(1, 120),
    help: 'maximum time to fetch one page, redirects included',
  },
  DOGEAR_TRASH_DAYS: {
    fallback: '30',
    parse: integer(1, 3650),
    help: 'number of days for which deleted entries can be restored',
  },
  DOGEAR_IMAGES: {
    fallback: 'on',
    parse: flag,
    help: 'stores copies of images and shows only these; if `off`, pages load images from the original sites',
  },
  DOGEAR_IMAGE_QUOTA_MB: {
    fallback: '2048',
    parse: integer(0, 1_000_000),
    help: 'maximum size of the stored images of one user, in megabytes; images beyond it are shown as links',
  },
  DOGEAR_OFFLINE: {
    fallback: 'on',
    parse: flag,
    help: 'lets browsers keep a copy of the library for offline reading; `off` also deletes the kept copies',
  },
  DOGEAR_SITE_RULES_DIR: {
    fallback: '',
    parse: text,
    help: 'folder with extraction rules for individual sites, such as `example.com.txt`; see [site rules](site-rules.md)',
  },
  DOGEAR_WORK_MEMORY_MB: {
    fallback: '128',
    parse: integer(64, 65_536),
    help: 'memory that concurrent fetches, uploads, exports and imports may use before further ones wait, in megabytes',
  },
  DOGEAR_EXTRACTION_WORKERS: {
    fallback: '2',
    parse: integer(1, 64),
    help: 'maximum number of extraction threads, started on demand',
  },
  DOGEAR_EXTRACTION_MEMORY_MB: {
    fallback: '192',
    parse: integer(64, 4096),
    help: 'maximum heap of one extraction thread, in megabytes; extraction of a page that needs more fails',
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>

export type SettingName = keyof typeof SETTINGS
export type Settings = { readonly [K in SettingName]: ReturnType<(typeof SETTINGS)[K]['parse']> }
