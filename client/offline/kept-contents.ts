import type { Store } from './open-store.ts'

/** @returns the HTML of an entry that is stored for offline reading; undefined if it is not stored */
export async function contentOf(store: Store, id: number): Promise<string | undefined> {
  const kept = await store.get('contents', id)
  return kept && unpack(kept.packed)
}

/** Records that a content was read. When space runs low, contents that were read longest ago are deleted first. */
export async function markUsed(store: Store, id: number): Promise<void> {
  const kept = await store.get('contents', id)
  if (kept) await store.put('contents', { ...kept, usedAt: Date.now() }, id)
}

/** Compresses a text with gzip. */
export async function pack(text: string): Promise<ArrayBuffer> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}

async function unpack(packed: ArrayBuffer): Promise<string> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).text()
}
