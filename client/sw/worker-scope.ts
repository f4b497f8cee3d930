/**
 * The members of a service worker's global scope that Dogear uses. TypeScript's types for workers conflict with those
 * for pages.
 */
interface WorkerScope {
  readonly location: Location
  readonly navigator: Navigator & { readonly connection?: { readonly saveData?: boolean; readonly type?: string } }
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<readonly PageClient[]> }
  readonly registration: {
    unregister(): Promise<boolean>
    readonly sync?: { register(tag: string): Promise<void> }
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate' | 'sync', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'message', listener: (event: ExtendableEvent & { readonly data: unknown }) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

interface PageClient {
  postMessage(message: unknown, transferred: readonly Transferable[]): void
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

export const worker = globalThis as unknown as WorkerScope
