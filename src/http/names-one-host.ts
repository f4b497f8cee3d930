/**
 * Node keeps the first of several hosts and says nothing, while a proxy before it may go by the last; and a request that
 * names none it would refuse without the headers that every answer of ours carries.
 * @param rawHeaders names and values in turn, as they came
 * @returns whether a request names its host once, without which it is refused (RFC 9112, section 3.2); before HTTP/1.1 it
 *   need not name it
 */
export function namesOneHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
