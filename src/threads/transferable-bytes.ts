/** Bytes that can be transferred to another thread. */
export interface TransferableBytes {
  readonly bytes: Uint8Array
  readonly block: ArrayBuffer
}

/**
 * Prepares bytes for a transfer, which always moves a whole buffer. Bytes that fill their buffer are returned with it;
 * the caller must not use them after the transfer. Bytes in a shared buffer, such as small buffers and rows from
 * PostgreSQL, are copied.
 */
export function transferableBytes(bytes: Uint8Array): TransferableBytes {
  const { buffer, byteLength } = bytes
  const block =
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : new Uint8Array(bytes).buffer
  return { bytes: new Uint8Array(block), block }
}
