import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { cutText, storableText } from '../kernel/storable-text.ts'
import { hashToken, randomBase36 } from '../kernel/random-token.ts'
import { seal, unseal } from '../kernel/seal.ts'
import type { OauthClient } from './client.ts'
import { insertClient, type StoredClient } from './client.repository.ts'

export interface CreateClientDeps {
  readonly database: Database
  readonly clock: Clock
  /** key that encrypts the client's secret. The secret is stored, because the developer page can show it again. */
  readonly instanceKey: Uint8Array
}

interface NewClient {
  readonly ownerId: UserId
  /** name of the client; if empty, a default is used */
  readonly name: string
  /** any absolute URL, or empty; an app may use a scheme of its own */
  readonly redirectUri: string
  /** true if the client receives complete answers (see `OauthClient`); false if absent */
  readonly hasCompleteAnswers?: boolean
}

export interface CreatedClient {
  readonly client: OauthClient
  readonly secret: string
}

/**
 * Length of a client's secret and of the random part of its id. Both contain only letters and digits, because some apps
 * do not escape other characters (wallabag contract 16.3).
 */
const SECRET_CHARACTERS = 50

/** @throws AppError `invalid_input` for an invalid redirect address */
export async function createClient(deps: CreateClientDeps, input: NewClient): Promise<CreatedClient> {
  return deps.database.transaction((tx) => createClientIn(tx, deps, input))
}

/**
 * Creates a client within the caller's transaction.
 * @throws AppError `invalid_input` for an invalid redirect address
 */
export async function createClientIn(
  tx: Tx,
  deps: Pick<CreateClientDeps, 'clock' | 'instanceKey'>,
  input: NewClient,
): Promise<CreatedClient> {
  const secret = randomBase36(SECRET_CHARACTERS)
  const row = {
    ownerId: input.ownerId,
    name: cutText(storableText(input.name).trim(), 100) || 'Default client',
    redirectUris: parseRedirectUri(input.redirectUri),
    randomId: randomBase36(SECRET_CHARACTERS),
    secretHash: hashToken(secret),
    secretSealed: seal(deps.instanceKey, secret),
    hasCompleteAnswers: input.hasCompleteAnswers ?? false,
    now: deps.clock.now().toISOString(),
  }
  return { client: await insertClient(tx, row), secret }
}

/** @returns the secret of the client; undefined if a different instance key encrypted it */
export function revealSecret(instanceKey: Uint8Array, { secretSealed }: StoredClient): string | undefined {
  return unseal(instanceKey, secretSealed)
}

function parseRedirectUri(input: string): string[] {
  const text = storableText(input).trim()
  if (text === '') return []
  if (text.length > 2000 || !URL.canParse(text)) {
    throw new AppError('invalid_input', 'the redirect URL must be an absolute address, or empty', {
      details: { field: 'redirect_uris' },
    })
  }
  return [text]
}
