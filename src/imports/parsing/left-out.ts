const OF_THE_BROWSER = 'Skipped: internal browser pages can’t be imported.'
const OF_A_PROGRAM = 'Skipped: links to other apps can’t be imported.'
const IN_ITSELF = 'Skipped: data links can’t be imported.'

/** What stands in files of bookmarks beside pages, by the scheme of its address. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ['javascript', 'Skipped: bookmarklets can’t be imported.'],
  ['place', 'Skipped: saved browser searches can’t be imported.'],
  ['file', 'Skipped: local files can’t be imported.'],
  ...['about', 'chrome', 'edge', 'opera', 'vivaldi', 'brave', 'view-source', 'resource'].map(of(OF_THE_BROWSER)),
  ...['chrome-extension', 'moz-extension', 'extension', 'safari-web-extension'].map(of(OF_THE_BROWSER)),
  ...['data', 'blob'].map(of(IN_ITSELF)),
  ...['mailto', 'tel', 'sms', 'xmpp', 'irc', 'magnet', 'feed', 'ftp', 'ftps', 'sftp'].map(of(OF_A_PROGRAM)),
])

/** The address that Shaarli gives a note, within itself: `?` or `/shaare/` and the id of the note. */
const SHAARLI_NOTE = /^\/?(?:\?|shaare\/)[\w@-]{1,20}$/

const NOTE =
  'Skipped: this Shaarli note has no full address. Export again with the option to prepend the Shaarli address to note ' +
  'links.'

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
