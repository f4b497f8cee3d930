/** The result of an operation of a client, for requests that are sent again. */
export interface SyncOperationTable {
  user_id: number
  /** UUID from the client */
  operation: string
  /** JSON object, see src/sync/operations/operation.ts */
  result: string
  created_at: string
}

/** The object that a client created under an id of its own. */
export interface TemporaryIdTable {
  user_id: number
  /** UUID from the client */
  temporary: string
  /** `entry` or `annotation` */
  kind: string
  object_id: number
  created_at: string
}

/** The response to a request with an `Idempotency-Key`. */
export interface StoredResponseTable {
  user_id: number
  request_key: string
  /** equal for equal requests */
  fingerprint: string
  started_at: string
  /** null while the request is in progress */
  status: number | null
  /** JSON object */
  headers: string | null
  /** zstd */
  body: Uint8Array | null
}
