import type { TableLayout } from '../../backup/rows/table-layout.ts'

const SIGN_IN = 'a sign-in that has not ended, with its secrets'
const SERVER = 'belongs to the server and to no user'

/** The tables that the file of an account leaves out, with the reasons. All others are exported, also those of later versions. */
export const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  instance: SERVER,
  activity_sample: SERVER,
  deleted_object: SERVER,
  logout_token: SERVER,
  registered_app: 'belongs to the app and to no user; the access of an app is in oauth_client',
  image: 'shared by all users; the images of the account are in entry_image',
  job: 'work that the server has not finished',
  import_chunk: 'parts of an uploaded file until the import has ended',
  stored_response: 'answers to requests of apps, kept in case an app repeats the request',
  sign_in_step: SIGN_IN,
  authorization_code: SIGN_IN,
  device_code: SIGN_IN,
  passkey_challenge: SIGN_IN,
  provider_request: SIGN_IN,
}

const HASH = 'hash of a secret that gives access to the account'
const SEALED = 'a secret, encrypted with the key of the server'
const PAGE = 'the page itself is in the folder pages'

/** The columns that the file of an account leaves out, with the reasons. */
export const LEFT_OUT_COLUMNS: Readonly<Record<string, string>> = {
  'users.password_hash': HASH,
  'session.token_hash': HASH,
  'session.csrf_token': 'a secret of a browser that is signed in',
  'second_factor.secret_sealed': SEALED,
  'recovery_code.code_hash': HASH,
  'app_password.secret_hash': HASH,
  'app_password.fever_key_hash': HASH,
  'app_password.kosync_key_hash': HASH,
  'oauth_client.secret_hash': HASH,
  'oauth_client.secret_sealed': SEALED,
  'access_token.token_hash': HASH,
  'refresh_token.token_hash': HASH,
  'refresh_token.successor': SEALED,
  'user_config.feed_token_hash': HASH,
  'user_config.feed_token_sealed': SEALED,
  'site_credential.username_sealed': SEALED,
  'site_credential.password_sealed': SEALED,
  'mail_address.token_hash': HASH,
  'recovery_link.secret_hash': HASH,
  'capture_body.body': PAGE,
  'capture_body.object_key': PAGE,
  'capture_body.object_size': PAGE,
  'entry_content.content': 'the text is in entries.json',
  'epub_edition.layout': 'computed from the article when a book is made',
}

/**
 * How the file shows columns of bytes: hashes and ids in hexadecimal, `json` for JSON text, and `zstd` for JSON text that is
 * compressed. Every column of bytes is here or left out.
 */
export const BYTE_COLUMNS: Readonly<Record<string, 'hex' | 'json' | 'zstd'>> = {
  'users.passkey_handle': 'hex',
  'entry_address.hash': 'hex',
  'capture.body_sha256': 'hex',
  'capture_body.sha256': 'hex',
  'entry_image.url_hash': 'hex',
  'entry_image.sha256': 'hex',
  'trashed_entry.data': 'zstd',
  'trashed_content.content': 'json',
  'epub_edition.document': 'hex',
  'epub_edition.content_hash': 'hex',
  'unplaced_annotation.hash': 'hex',
  'passkey.credential_id': 'hex',
  'passkey.public_key': 'hex',
  'deleted_highlight.hash': 'hex',
  'assigned_document.hash': 'hex',
}

/** Columns of text that contain JSON. The file contains their values, and not their text. */
export const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'user_action.detail',
  'collection.set_times',
  'entry.headers',
  'entry.published_by',
  'entry.given_fields',
  'entry_content.steps',
  'trashed_content.steps',
  'annotation.ranges',
  'annotation.tags',
  'capture.headers',
  'import.options',
  'import.contents',
  'unplaced_annotation.tags',
  'oauth_client.redirect_uris',
  'oauth_client.grants',
  'user_config.preferences',
  'tagging_rule.tags',
  'sync_operation.result',
])

/**
 * @returns the table with the columns that the file of an account contains; undefined if it is left out
 * @throws Error for a table without an owner that is not left out
 */
export function exportedTable(table: TableLayout): TableLayout | undefined {
  const { name } = table
  if (name in LEFT_OUT_TABLES) return undefined
  if (name !== 'users' && !table.columns.some((column) => column.name === 'user_id'))
    throw new Error(`the table ${name} has no owner`)
  const columns = table.columns.filter((column) => !(`${name}.${column.name}` in LEFT_OUT_COLUMNS))
  return { ...table, columns }
}
