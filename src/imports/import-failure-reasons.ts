/**
 * The reasons why a row or a file was not imported, as the sentences that the API and the command line show. The
 * database stores the sentences, with values in place of `{…}`. Pages translate them by their keys.
 */
export const IMPORT_REASONS = {
  addressInvalid: '“{address}” isn’t a web address.',
  addressMissing: 'The row has no address.',
  alreadySaved: 'Skipped: this page was already saved.',
  annotationCut: 'Imported with a shortened highlight, because it is too long.',
  annotationsDropped: 'Imported without some highlights: a page can have at most {count}.',
  archiveDamaged: 'The archive is damaged.',
  archiveFiles: 'The archive contains more than {count} files.',
  archiveRatio: 'A file in the archive is compressed more than {count} times.',
  archiveMember: 'Skipped: the file “{file}” in the archive isn’t a list of saved pages.',
  archiveSize: 'The archive contains more than 500 MB.',
  bookmarklet: 'Skipped: bookmarklets can’t be imported.',
  browserPage: 'Skipped: internal browser pages can’t be imported.',
  browserSearch: 'Skipped: saved browser searches can’t be imported.',
  brokeOff: 'The import was interrupted.',
  brokeOffAgain: 'The import was interrupted several times, so it was stopped.',
  contentLong: 'The content is larger than 10 MB.',
  contentUnreadable: 'The content can’t be imported: {detail}.',
  csvInvalid: 'The file isn’t valid CSV: too many quotation marks are unclosed.',
  dataLink: 'Skipped: “data:” and “blob:” addresses can’t be imported.',
  feedItem: 'Skipped: items of feeds aren’t saved pages.',
  databaseInvalid: 'The file isn’t a readable database of a Kobo.',
  documentAmbiguous:
    'Kept without a page: several of your pages may be “{title}”. Its highlights are under “Highlights without a page”.',
  documentEmpty: 'Skipped: a book or article without highlights.',
  documentLoose: 'Of these, not in the text of the page: {count}.',
  documentPlaced: 'Highlights of your page “{title}”: {count}.',
  documentSame: 'Skipped: your page “{title}” has these highlights already.',
  documentUnmatched:
    'Kept without a page: “{title}” isn’t among your pages. Its highlights are under “Highlights without a page”.',
  documentsFull:
    'Not imported: you can have at most {count} highlights without a page. Delete some of them and import the file again.',
  fileEmpty: 'The file is empty.',
  fileFeeds: 'The file is a list of feeds, not of saved pages.',
  fileHistory: 'The file contains the history of a browser, not saved pages.',
  fileMemory: 'Reading this file takes too much memory.',
  filePasswords: 'The file contains passwords, not saved pages. Nothing was imported.',
  fileRows: 'The file has more than {count} rows; only the first {count} were read.',
  fileSlow: 'The file takes too long to read.',
  fileWithoutPages: 'The file contains no saved pages.',
  formatOther: 'The file appears to be {found}, not {wanted}.',
  formatUnknown: 'The file format couldn’t be recognised.',
  highlightsLarge: 'The file contains too many highlights.',
  highlightsUnreadable: 'The highlights in the file “{file}” can’t be read.',
  htmlUnclosed: 'The file has an unclosed HTML tag.',
  jsonBrackets: 'The file isn’t valid JSON: its brackets don’t match.',
  jsonDepth: 'The file is nested more than {count} levels deep.',
  jsonIncomplete: 'The JSON file is incomplete.',
  jsonInvalid: 'The file isn’t valid JSON.',
  lineLong: 'The line is longer than 64 kB.',
  localFile: 'Skipped: local files can’t be imported.',
  merged: 'Merged: this page was already saved, and the file had something to add.',
  noPage: 'Skipped: notes and files without a web address can’t be imported.',
  noteCut: 'Imported with a shortened note: notes have at most {count} characters.',
  nothingRead: 'None of the rows in the file could be read.',
  otherApp: 'Skipped: links to other apps can’t be imported.',
  overQuota: 'Not imported: the library has reached a limit that the administrator has set.',
  quoteUnclosed: 'A quotation mark is never closed.',
  rowLong: 'The row is larger than 16 MB.',
  rowLongCsv: 'The row is larger than 1 MB.',
  rowNoObject: 'The row isn’t a JSON object.',
  rowUnstorable: 'The row contains data that can’t be stored.',
  shaarliNote:
    'Skipped: this Shaarli note has no full address. Export again with the option to prepend the Shaarli address to note ' +
    'links.',
  tagCut: 'Imported with a shortened tag: tags have at most {count} characters.',
  tagsDropped: 'Imported without some tags: a page can have at most {count}.',
  textInvalid: 'The file isn’t a text file.',
} as const

export type ImportReason = keyof typeof IMPORT_REASONS
type Values = Readonly<Record<string, string>>

/** @returns the sentence of a reason, with the values in place of `{…}` */
export function reasonText(reason: ImportReason, values: Readonly<Record<string, string | number>> = {}): string {
  return IMPORT_REASONS[reason].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** @returns several sentences as one text, each once and on a line of its own; undefined if there is none */
export function joinReasons(sentences: readonly (string | undefined)[]): string | undefined {
  return [...new Set(sentences.filter((sentence) => sentence !== undefined))].join('\n') || undefined
}

/**
 * @returns the reason and the values of a stored sentence; undefined if another version of Dogear wrote the sentence
 */
export function parseReason(text: string): { readonly reason: ImportReason; readonly values: Values } | undefined {
  for (const { reason, pattern } of PATTERNS) {
    const found = pattern.exec(text)
    if (found) return { reason, values: { ...found.groups } }
  }
  return undefined
}

const PATTERNS = Object.entries(IMPORT_REASONS).map(([reason, sentence]) => ({
  reason: reason as ImportReason,
  pattern: patternOf(sentence),
}))

/**
 * @returns an expression that matches the sentence with any values. A placeholder that occurs twice is captured once.
 */
function patternOf(sentence: string): RegExp {
  const seen = new Set<string>()
  const pattern = RegExp.escape(sentence).replaceAll(/\\\{(\w+)\\\}/g, (_whole, name: string) => {
    if (seen.has(name)) return `\\k<${name}>`
    seen.add(name)
    return `(?<${name}>.*)`
  })
  return new RegExp(`^${pattern}$`, 's')
}
