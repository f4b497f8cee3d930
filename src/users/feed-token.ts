import type { Database } from '../db/database.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { hashToken, randomBase36 } from '../kernel/random-token.ts'
import { isTimingSafeEqual } from '../kernel/timing-safe-equal.ts'
import { seal } from '../kernel/seal.ts'
import { advanceRevision } from './revision.ts'
import { findUserConfig, setUserConfig } from './user-config.repository.ts'
import { canonicalLogin } from './user.ts'
import { ownerTransaction, type OwnerTx } from './owner-transaction.ts'

/**
 * Length of a feed token in characters, which gives 129 random bits (security specification, A19). Its letters and
 * digits need no escaping in a URL.
 */
const TOKEN_CHARACTERS = 25
/** Maximum length of a token in a request, as in wallabag's database. Longer texts are refused without a look-up. */
const MAX_TOKEN = 255

export interface FeedTokenDeps {
  readonly database: Database
  /** key that encrypts the token. The token is stored, because the settings page and the API show it again. */
  readonly instanceKey: Uint8Array
}

/**
 * Creates a new secret token for the addresses of the user's feeds. The addresses with the previous token stop working.
 * @returns the token
 */
export async function renewFeedToken({ database, instanceKey }: FeedTokenDeps, owner: UserId): Promise<string> {
  return ownerTransaction(database, owner, (tx) => storeNewFeedToken(tx, owner, instanceKey))
}

async function storeNewFeedToken(tx: OwnerTx, owner: UserId, instanceKey: Uint8Array): Promise<string> {
  const token = randomBase36(TOKEN_CHARACTERS)
  await advanceRevision(tx, owner)
  const columns = { feed_token_hash: hashToken(token), feed_token_sealed: seal(instanceKey, token) }
  await setUserConfig(tx, owner, columns)
  return token
}

/** Replaces the token of the user's feeds. Does nothing if the user has no feeds. */
export async function renewStoredFeedToken(tx: OwnerTx, owner: UserId, instanceKey: Uint8Array): Promise<void> {
  const { feedTokenSealed } = await findUserConfig(tx, owner)
  if (feedTokenSealed) await storeNewFeedToken(tx, owner, instanceKey)
}

/** Disables the user's feeds: without a token, they have no address. */
export async function revokeFeedToken({ database }: Pick<FeedTokenDeps, 'database'>, owner: UserId): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner)
    await setUserConfig(tx, owner, { feed_token_hash: null, feed_token_sealed: null })
  })
}

/** The owner of a feed, with the settings that affect its content. */
export interface FeedOwner {
  readonly id: UserId
  readonly username: string
  /** ISO time at which the account was created */
  readonly createdAt: string
  /** number of changes to the owner's data so far */
  readonly revision: number
  /** number of entries on one page of the feed */
  readonly feedLimit: number
  /** words per minute */
  readonly readingSpeed: number
}

export type FindFeedOwner = (username: string, token: string) => Promise<FeedOwner | undefined>

interface Row {
  readonly id: number
  readonly username: string
  readonly created_at: string
  readonly revision: number
  readonly feed_limit: number
  readonly reading_speed: number
  readonly feed_token_hash: Uint8Array | null
}

const FIND_OWNER =
  'select users.id, users.username, users.created_at, user_revision.revision, user_config.feed_limit, ' +
  'user_config.reading_speed, user_config.feed_token_hash from users join user_config on user_config.user_id = users.id ' +
  'join user_revision on user_revision.user_id = users.id where users.username_key = $1 and users.is_enabled = 1'

/**
 * @returns a function that finds the owner of a feed by username and token. Its result is undefined if they do not
 *   match.
 */
export function feedOwnerFinder(database: Database): FindFeedOwner {
  const find = database.prepare<Row>(FIND_OWNER)
  return async (username, token) => {
    if (username.includes('\0') || token === '' || token.length > MAX_TOKEN) return undefined
    const [row] = await find.all(canonicalLogin(username))
    if (!row?.feed_token_hash || !isTimingSafeEqual(row.feed_token_hash, hashToken(token))) return undefined
    return {
      id: row.id as UserId,
      username: row.username,
      createdAt: row.created_at,
      revision: Number(row.revision),
      feedLimit: Number(row.feed_limit),
      readingSpeed: row.reading_speed,
    }
  }
}
