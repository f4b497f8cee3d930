/**
 * Node keeps the first of several hosts and says nothing, while a proxy before it may go by the last.
 * @param rawHeaders names and values in turn, as they came
 * @returns whether a request names its host more than once, which is refused (RFC 9112, section 3.2)
 */
export function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}
