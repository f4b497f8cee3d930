const OF_THE_BROWSER = 'Left out: a page of the browser itself is no page of the web.'
const OF_A_PROGRAM = 'Left out: a link that opens another program is no page of the web.'
const IN_ITSELF = 'Left out: a link that holds its content in itself is no page of the web.'

/** What stands in files of bookmarks beside pages, by the scheme of its address. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['javascript', 'Left out: a bookmark that runs a script is no page.'],
  ['place', 'Left out: a search that the browser keeps among its bookmarks is no page.'],
  ['file', 'Left out: a file on a disk is no page of the web.'],
  ...['about', 'chrome', 'edge', 'opera', 'vivaldi', 'brave', 'view-source', 'resource'].map(of(OF_THE_BROWSER)),
  ...['chrome-extension', 'moz-extension', 'extension', 'safari-web-extension'].map(of(OF_THE_BROWSER)),
  ...['data', 'blob'].map(of(IN_ITSELF)),
  ...['mailto', 'tel', 'sms', 'xmpp', 'irc', 'magnet', 'feed', 'ftp', 'ftps', 'sftp'].map(of(OF_A_PROGRAM)),
])

/** The address that Shaarli gives a note, within itself: `?` or `/shaare/` and the id of the note. */
const SHAARLI_NOTE = /^\/?(?:\?|shaare\/)[\w@-]{1,20}$/

const NOTE =
  'Left out: a note of Shaarli has no address of its own here. Export again and choose to put the address of the ' +
  'Shaarli before the links of notes.'

/**
 * Tells what is no page from an address that is broken.
 * @param url address of a row, trimmed
 * @returns why the row is left out on purpose, a sentence in which nothing of the file stands; undefined if it is not
 */
export function reasonToLeaveOut(url: string): string | undefined {
  const scheme = /^([a-z][a-z-]{1,30}):/i.exec(url)?.[1]
  if (scheme !== undefined) return SCHEMES.get(scheme.toLowerCase())
  return SHAARLI_NOTE.test(url) ? NOTE : undefined
}

function of(reason: string): (scheme: string) => [string, string] {
  return (scheme) => [scheme, reason]
}
