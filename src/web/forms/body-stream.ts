/** @returns the unparsed body of a request; an empty stream if the request has none */
export function bodyStream({
  body,
}: {
  readonly body: AsyncIterable<Uint8Array> | undefined
}): AsyncIterable<Uint8Array> {
  return body ?? emptyStream()
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {
  // Yields nothing.
}
