/** Has the service worker keep what was read, so that it can be read without a network. Where there is none, nothing changes. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/sw.js', { type: 'module' })
  } catch {
    // A browser that cannot do it, or an address without TLS: the pages work as ever.
  }
}
