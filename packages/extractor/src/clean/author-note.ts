import { LETTER, NAME_LETTER } from '../dom/letter-class.ts'
import { isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { isFullName } from '../metadata/person-name.ts'

/** A line of an article. */
interface TextLine {
  readonly element: PageElement
  readonly text: string
  /** position of the line's end in the text, from 0 to 1 */
  readonly position: number
}

/** Professions of authors, in several languages. */
const PROFESSIONS =
  'writer author editor journalist reporter columnist correspondent blogger photographer researcher lecturer ' +
  'professor founder consultant engineer developer designer teacher historian redakteur(?:in)? journalist(?:in)? ' +
  'autor(?:in|a|e)? journaliste rédact(?:eur|rice) auteure? periodista escritora? giornalista scrittore ' +
  'scrittrice jornalista redacteur'
const PROFESSION = `(?:co-?)?(?:${PROFESSIONS.replaceAll(' ', '|')})`
/** Matches how a note about an author continues after the name: "Ina writes about coasts". */
const ABOUT_PERSON = new RegExp(
  String.raw`^,? (?:(?:is|was|has been|ist|est|es|è|é) (?:${NAME_LETTER}+,? ){0,6}${PROFESSION}|has written|writes|covers|` +
    'reports|teaches|schreibt|lebt|arbeitet|écrit|vit|escribe|vive|scrive|escreve|schrijft|woont)' +
    String.raw`(?!${LETTER}|-)`,
  'u',
)
/** Position after which a note about the author stands. */
const LAST_PART = 0.85
/** Maximum length in characters of a note. */
const MAX_NOTE = 400
const MAX_LEVELS_UP = 4

/**
 * Finds the note about the author that has no heading and no telling class name: a name, and below it a sentence that
 * starts with the first name. It stands at the end. Several such notes on one page are its content, such as a list of
 * speakers.
 *
 * @param lines the lines of the article
 * @param root the article
 * @returns the box with the note; undefined if there is none
 */
export function findAuthorNote(lines: readonly TextLine[], root: PageElement): PageElement | undefined {
  const notes = lines.flatMap((line, index) => {
    const next = lines[index + 1]
    return next !== undefined && isNote(line.text, next.text) ? [[line, next] as const] : []
  })
  const [only, ...others] = notes
  if (only === undefined || others.length > 0) return undefined
  return only[1].position > LAST_PART ? boxOf(only[0], only[1], root) : undefined
}

function isNote(name: string, text: string): boolean {
  const first = name.split(' ', 1)[0]!
  if (name === '' || text === '' || text.length > MAX_NOTE || !text.startsWith(first) || !isFullName(name)) return false
  return [name, first].some(
    (start) => text.startsWith(start) && ABOUT_PERSON.test(text.slice(start.length).toLowerCase()),
  )
}

/** @returns the outermost box that contains nothing but the two lines; undefined if no box contains just them */
function boxOf(first: TextLine, second: TextLine, root: PageElement): PageElement | undefined {
  const own = first.text.length + second.text.length
  let box: PageElement | undefined
  let parent: PageParent | null = first.element.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && parent !== null && isElement(parent) && parent !== root; level++) {
    const text = textOf(parent, MAX_NOTE * 2)
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (text.length > own + 2) break
    if (text.includes(first.text) && text.includes(second.text)) box = parent
    parent = parent.parentNode
  }
  return box
}
