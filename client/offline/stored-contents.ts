import type { KeptContent, Store } from './open-store.ts'

/** @returns an entry's HTML from this browser's store; undefined if it is not stored */
export async function contentOf(store: Store, id: number): Promise<string | undefined> {
  const kept = await store.get('contents', id)
  return kept && gunzip(kept.packed)
}

/**
 * Records that the user has read the content of an entry. When space runs low, the content that was read longest ago is
 * deleted first.
 */
export async function markUsed(store: Store, id: number): Promise<void> {
  const kept = await store.get('contents', id)
  if (kept) await store.put('contents', { ...kept, usedAt: Date.now() }, id)
}

/** @param isNewText whether the text differs from the stored one. If so, it is indexed again. */
export async function putContent(store: Store, id: number, content: KeptContent, isNewText: boolean): Promise<void> {
  const transaction = store.transaction(['contents', 'documents'], 'readwrite')
  void transaction.objectStore('contents').put(content, id)
  if (isNewText) void transaction.objectStore('documents').delete(id)
  await transaction.done
}

/** Deletes the content of an entry, and removes it from the full-text index. */
export async function deleteContent(store: Store, id: number): Promise<void> {
  const transaction = store.transaction(['contents', 'documents'], 'readwrite')
  void transaction.objectStore('contents').delete(id)
  void transaction.objectStore('documents').delete(id)
  await transaction.done
}

/** Compresses a text with gzip. */
export async function gzip(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}

async function gunzip(packed: ArrayBuffer): Promise<string> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).text()
}
