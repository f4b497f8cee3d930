/**
 * @param store address of a store, without a slash at the end
 * @param path path and query of a request to this server, which begin with `/kobo/KEY/store/`
 * @returns the same address at the store; undefined if it leads out of the store
 */
export function storeAddress(store: string, path: string): string | undefined {
  const [, rest] = /^\/kobo\/[^/]*\/store(\/.*)$/s.exec(path) ?? []
  const [address, base] = [rest === undefined ? null : URL.parse(store + rest), new URL(store)]
  const isInside = address?.origin === base.origin && address.pathname.startsWith(base.pathname.replace(/\/?$/, '/'))
  return isInside ? address.href : undefined
}
