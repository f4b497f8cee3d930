/** The result of a client's operation. A client that repeats the operation gets the same result. */
export interface SyncOperationTable {
  user_id: number
  /** UUID from the client */
  operation: string
  /** JSON object, see src/sync/operations/operation.ts */
  result: string
  created_at: string
}

/** The object that a client has created under a temporary id. */
export interface TemporaryIdTable {
  user_id: number
  /** UUID from the client */
  temporary: string
  /** `entry`, `annotation` or `collection` */
  kind: string
  object_id: number
  created_at: string
}

/** The response to a request with an `Idempotency-Key`. */
export interface StoredResponseTable {
  user_id: number
  request_key: string
  /** hash of the request. It shows whether the same key is used for a different request. */
  fingerprint: string
  started_at: string
  /** HTTP status; null while the request is being processed */
  status: number | null
  /** JSON object */
  headers: string | null
  /** compressed with zstd */
  body: Uint8Array | null
}
