import { parseDatabaseUrl } from '../db/database-url.ts'
import { parseAllowList } from '../fetching/allow-list.ts'
import { addressList, baseUrl, contactAddress, flag, integer, oneOf, secretKey, text, type Setting } from './setting.ts'

/**
 * Every setting there is. It is parsed at start, printed by `dogear config`, and rendered into docs/configuration.md.
 * None is needed to run for one person.
 */
export const SETTINGS = {
  PORT: { fallback: '8080', parse: integer(0, 65_535), help: 'TCP port to listen on; 0 takes a free one' },
  DOGEAR_HOST: { fallback: '127.0.0.1', parse: text, help: 'address to listen on; `0.0.0.0` for all' },
  DOGEAR_BASE_URL: {
    fallback: '',
    parse: baseUrl,
    help: 'address under which people reach the service, such as `https://read.example.org`; taken from the listener when empty. Links and cookies follow it',
  },
  DOGEAR_DATA_DIR: {
    fallback: './data',
    parse: text,
    help: 'folder for the SQLite database, the secret key and the images',
  },
  DATABASE_URL: {
    fallback: '',
    parse: (value: string) => (value === '' ? undefined : parseDatabaseUrl(value)),
    help: '`postgres://…` or `sqlite:<path>`; `dogear.db` in the data folder when empty',
    isSecret: true,
  },
  DOGEAR_DATABASE_POOL: {
    fallback: '10',
    parse: integer(2, 500),
    help: 'connections to PostgreSQL at most, per process',
  },
  DOGEAR_SECRET: {
    fallback: '',
    parse: secretKey,
    help: 'key that seals stored secrets; made and kept in the data folder when empty. Nodes that share a PostgreSQL database must share it',
    isSecret: true,
  },
  DOGEAR_REGISTRATION: {
    fallback: 'off',
    parse: flag,
    help: 'whether strangers may create an account, until an administrator chooses at `/admin`',
  },
  DOGEAR_SHARING: { fallback: 'on', parse: flag, help: 'whether entries can be shared by public links' },
  DOGEAR_SECURITY_CONTACT: {
    fallback: '',
    parse: contactAddress,
    help: 'where holes are reported, as `mailto:…` or `https://…`; told at `/.well-known/security.txt` (RFC 9116), which is not there when empty',
  },
  DOGEAR_TRUSTED_PROXIES: {
    fallback: '',
    parse: addressList,
    help: 'comma list of addresses or CIDRs of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count',
  },
  DOGEAR_LOG_LEVEL: {
    fallback: 'info',
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    help: 'least severe lines that are logged',
  },
  DOGEAR_EVENT_ADDRESSES: {
    fallback: 'on',
    parse: flag,
    help: 'whether security events tell the network address of who caused them, in the log and to owners; see [security](security.md#events)',
  },
  DOGEAR_RATE_LIMITS: {
    fallback: 'on',
    parse: flag,
    help: '`off` for load tests: no budgets on sign-in, tokens, API and strangers; see [security](security.md#budgets)',
  },
  DOGEAR_QUERY_TOKENS: {
    fallback: 'on',
    parse: flag,
    help: 'whether access tokens are also taken from `?access_token=`, as some older clients send them',
  },
  DOGEAR_EXACT_MEMBERS: {
    fallback: 'off',
    parse: flag,
    help: "keeps `annotations` in the answer to a save and `id` in the answer to a deletion, for the one client that reads an entry's members by position",
  },
  DOGEAR_ACCESS_TOKEN_SECONDS: { fallback: '3600', parse: integer(300, 31_536_000), help: 'life of an access token' },
  DOGEAR_REFRESH_TOKEN_SECONDS: {
    fallback: '1209600',
    parse: integer(600, 31_536_000),
    help: 'life of a refresh token that is not used; each use gives a new one',
  },
  DOGEAR_REFRESH_FAMILY_SECONDS: {
    fallback: '15552000',
    parse: integer(600, 157_680_000),
    help: 'time after which the password is needed again, however often the token was refreshed',
  },
  DOGEAR_REFRESH_GRACE_SECONDS: {
    fallback: '30',
    parse: integer(0, 30),
    help: 'how long a spent refresh token still gives the same answer to a client that never got it',
  },
  DOGEAR_MAX_BODY_MB: {
    fallback: '16',
    parse: integer(1, 256),
    help: 'largest request body that brings a text, in megabytes; others may have one',
  },
  DOGEAR_CACHE_MB: { fallback: '64', parse: integer(0, 4096), help: 'memory for ready-made entries, in megabytes' },
  DOGEAR_SAVE_WAIT_SECONDS: {
    fallback: '25',
    parse: integer(0, 55),
    help: 'how long a save waits for its page before it answers with what is known',
  },
  DOGEAR_RUN_JOBS: {
    fallback: 'on',
    parse: flag,
    help: 'whether `serve` also runs background jobs; `off` when separate `worker` processes do',
  },
  DOGEAR_FETCH_ALLOW: {
    fallback: '',
    parse: parseAllowList,
    help: 'comma list of `host:port`, addresses or CIDRs that may be fetched although they are private',
  },
  DOGEAR_FETCH_SLOTS: {
    fallback: '32',
    parse: integer(8, 256),
    help: 'jobs at once per process; one user gets half of them',
  },
  DOGEAR_FETCH_PER_HOST: { fallback: '2', parse: integer(1, 32), help: 'fetches from one public host at once' },
  DOGEAR_FETCH_TIMEOUT_SECONDS: {
    fallback: '30',
    parse: integer(1, 120),
    help: 'time for one page over all redirects',
  },
  DOGEAR_IMAGES: {
    fallback: 'on',
    parse: flag,
    help: 'whether copies of images are kept, and pages show nothing else; `off`: pages load images from their sites',
  },
  DOGEAR_IMAGE_QUOTA_MB: {
    fallback: '2048',
    parse: integer(0, 1_000_000),
    help: 'images of one user, in megabytes; of what is over it there are only links',
  },
  DOGEAR_OFFLINE: {
    fallback: 'on',
    parse: flag,
    help: 'whether browsers keep the last opened articles to be read without a network; `off` also empties what they keep',
  },
  DOGEAR_SITE_RULES_DIR: {
    fallback: '',
    parse: text,
    help: 'folder with rules for single sites, `example.com.txt` and the like; see site-rules.md. None when empty',
  },
  DOGEAR_WORK_MEMORY_MB: {
    fallback: '128',
    parse: integer(64, 65_536),
    help: 'memory that pages, exports and imports may take together before the next one waits, in megabytes',
  },
  DOGEAR_EXTRACTION_WORKERS: {
    fallback: '2',
    parse: integer(1, 64),
    help: 'threads that extract articles, started when needed',
  },
  DOGEAR_EXTRACTION_MEMORY_MB: {
    fallback: '192',
    parse: integer(64, 4096),
    help: 'heap of one such thread; a page that needs more is given up',
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>

export type SettingName = keyof typeof SETTINGS
export type Settings = { readonly [K in SettingName]: ReturnType<(typeof SETTINGS)[K]['parse']> }
