/** Matches the scripts in which pages store the data that their scripts show. */
const DATA_SCRIPT = /<script\b[^>]{0,500}\btype\s*=\s*["']?application\/json\b[^>]{0,500}>/gi
const MAX_SCRIPTS = 5
/** Maximum length in characters of such a script. */
const MAX_LENGTH = 3_000_000
/** Maximum number of values that are examined. */
const MAX_VALUES = 200_000
/** Minimum length in characters of a text. */
const MIN_TEXT = 500
/** Minimum number of paragraphs of a text. */
const MIN_PARAGRAPHS = 2

/**
 * Finds the text of a page that its scripts would render from data, as pages of several frameworks contain it.
 *
 * @param page the source of the page
 * @returns the longest value with paragraphs in HTML; undefined if there is none
 */
export function embeddedJsonText(page: string): string | undefined {
  let longest: string | undefined
  let count = 0
  for (const { index, 0: tag } of page.matchAll(DATA_SCRIPT)) {
    if (++count > MAX_SCRIPTS) break
    const start = index + tag.length
    const end = page.indexOf('</script', start)
    if (end < 0 || end - start > MAX_LENGTH) continue
    const text = longestText(parsed(page.slice(start, end)))
    if (text !== undefined && text.length > (longest?.length ?? 0)) longest = text
  }
  return longest
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function longestText(data: unknown): string | undefined {
  let longest: string | undefined
  const waiting: unknown[] = [data]
  for (let examined = 0; waiting.length > 0 && examined < MAX_VALUES; examined++) {
    const value = waiting.pop()
    if (typeof value === 'string') {
      if (value.length > (longest?.length ?? 0) && isText(value)) longest = value
    } else if (typeof value === 'object' && value !== null) addValues(value, waiting)
  }
  return longest
}

/** A function of its own: in a function with two loops, V8 may leave the compiled code after each inner loop. */
function addValues(data: object, waiting: unknown[]): void {
  for (const value of Object.values(data)) waiting.push(value)
}

function isText(value: string): boolean {
  return value.length >= MIN_TEXT && value.split(/<p[\s>]/i, MIN_PARAGRAPHS + 1).length > MIN_PARAGRAPHS
}
