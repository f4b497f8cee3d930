import { LETTER } from '../dom/letter-class.ts'
import { cleanText } from '../dom/clean-text.ts'
import { isFullName } from './person-name.ts'

const MAX_AUTHORS = 20
/** Matches "by" in common languages, with verbs such as "written" before it. */
const WORD_BY =
  /^(?:(?:articles?|story|text|words|(?:this post was )?written|authored|post|posted|published|reported|contributed|created|started|submitted|reviewed|edited|updated)\s{1,3})?(?:by|von|par|por|di|door|av|af|escrito por|publicado por|écrit par|authors?|contributors?|autor(?:en|es)?|auteurs?|posted|written|автор|text|words)\s{0,3}[:\s]\s{0,3}/iu
const SEPARATORS = /\s{0,3}[,;|•·/]\s{1,3}(?:(?:&|and|und|et|y|e)\s)?|^&\s|\s(?:&|and|und|et|y|e)\s/iu
/** Matches text after a name, such as a date or a remark. */
const TEXT_AFTER_NAME =
  /(?:\s{1,3}[-–—]|\s{0,3}[|•·]|\s{0,3}\((?!\p{L}[\p{L}\s.'’-]{1,30}\)(?:$|\s\p{Lu}))|\s{1,3}»|\s(?:updated|published|posted|sponsored|last)\b|\son\s(?:mon|tue|wed|thu|fri|sat|sun)\w{0,6}day|\s\d{1,2}[\s./:-]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w{0,6}\.?\s\d).*$/iu
/**
 * Matches the role or place after a full name. After a single word, a role is part of the name, as in "Tidepost Staff".
 */
const TEXT_AFTER_FULL_NAME =
  /^(\S+\s\S.*?)(?:\s(?:writer|(?:chef)?redakteur(?:in)?|senior|staff|contributing|reporter|editor|columnist|correspondent|journalist)\b|\s(?:on|in|at|am|le|is)\s).*$/iu
const DATE_TEXT = new RegExp(
  String.raw`^(?:(?:mon|tue|wed|thu|fri|sat|sun)\w{0,6}\.?,?\s?)?(?:$|\d{1,2}\.?\s${LETTER}{3}|\d{1,4}[./-]\d|` +
    String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w{0,6}\.?\s\d)`,
  'u',
)
/** Matches the name in a line that starts with a date: "Monday, 3 May 2021 by Ada Marsh". */
const NAME_AFTER_DATE = /\s(?:by|von|par|por)\s(\p{Lu}.{2,100})$/u
const ROLE =
  /^(?:(?:senior|chief|staff|associate|contributing|managing|deputy|executive|guest|freelance|political|science|news|business|sports?|technology|tech|health|legal)\s)*(?:editor|writer|reporter|correspondent|contributor|author|columnist|journalist(?:e|in)?|periodista|giornalista|redactora?|rédact(?:eur|rice)|producer|photographer|(?:chef)?redakteur(?:in)?|korrespondent(?:in)?|(?:co-?)?founder|owner|president|c[efmot]o|staff|admin|administrator|editors|team|editorial team|guest|anonymous)(?:\s(?:in chief|at large))?$/i
/** Matches a job title after a name. A name of a person never contains "of", and rarely ends in such a word. */
const JOB_TITLE =
  /\b(?:director|manager|head|president|dean|chair|professor) (?:of|for)\b|\s(?:director|manager|experts?|specialist|officer|consultant|psychologist|strategist|coordinator|engineer|developer|analyst|advisor|attorney|professor|editor|writer|reporter|correspondent|journalist|columnist|counsell?or|partner|therapist|dietitian|c[efmot]o)$/i
/** Matches degrees, licences and generational suffixes. */
const CREDENTIAL =
  /^(?:\p{Lu}\.?){2,6}(?:-\p{Lu}{1,3})?$|^(?:Ph\.?\s?D|Psy\.?D|Ed\.?D|Pharm\.?D|M\.?Sc|B\.?Sc|MEd|[JjSs]r|Esq)\.?$|^(?:md|rd|phd|mba)$/u
/** Matches the end of the names of companies. */
const LEGAL_FORM = /\s(?:gmbh|ag|ltd|inc|llc|sarl|s\.\s?a|s\.\s?l|b\.\s?v|e\.\s?v|sp\. z o\.\s?o)\.?$/i
/** Matches initials, which pages show in place of a portrait. */
const INITIALS = /^\p{Lu}{2}$/u
const USER_NAME = /^\p{L}[\w-]{2,24}$/u
const NO_NAME = new RegExp(
  String.raw`[$€£%]|^(?:to|or|and|from|with|in|for|per|mo|the following|billed)\s|^(?:categor(?:y|ies)|` +
    String.raw`default|webmaster|no author|tags?|artikel von|von|por|par|di|by|link\d*|none|jobs|(?:(?:your|` +
    String.raw`full|author|site|company)\s)?name)$|${LETTER}\w{14,}\d\w*$|https?:|www\.|@|[<>{}[\]=:]|` +
    String.raw`^\d+(?:\s|$)|\d\smin(?:ute)?s?\b|\badmin$|\.\w+\.\w+\.|^(?:this |these |get in |reply|` +
    String.raw`recent |join)|^(?:fact[\s-]checked|medically|share|follow|subscribe|comments?|view (?:all|` +
    String.raw`more)|the author|updated|originally|published|last (?:updated|modified)|event type|by$|` +
    String.raw`read more|more|posts?|about|contact|home|profile|unknown|articles$|sign (?:in|up)|log ?in$|` +
    String.raw`none|null|undefined|n/a|user|login)\b`,
  'u',
)

/**
 * @param texts texts of one source with authors or bylines, most reliable first
 * @param siteName name of the site, which is not an author
 * @returns at most 20 distinct names, without "by", roles, dates and the name of the site
 */
export function authorNames(texts: readonly string[], siteName: string | undefined): string[] {
  const names = texts.slice(0, 50).flatMap((text) => namesIn(cleanText(text, 300) ?? ''))
  const seen = new Map<string, string>()
  for (const name of names) {
    const key = name.toLowerCase()
    if (key !== siteName?.toLowerCase() && !seen.has(key)) seen.set(key, name)
  }
  return [...seen.values()].slice(0, MAX_AUTHORS)
}

function namesIn(text: string): string[] {
  let bare = text.replace(/^\s*(?:&|,)\s+/, '')
  for (let i = 0; i < 3 && WORD_BY.test(bare); i++) bare = bare.replace(WORD_BY, '')
  if (/^contributors to\s/i.test(text)) return []
  const afterDate = DATE_TEXT.test(bare.toLowerCase()) ? NAME_AFTER_DATE.exec(bare)?.[1] : undefined
  const all = beforeDate((afterDate ?? bare).split(SEPARATORS))
  const role = all.findIndex(isRole)
  // After a role, its employer or its subject follows: "Ada Marsh, Director, Tide Research".
  const parts = all.filter((part, at) => !isRole(part, at) && (role < 1 || at < role || isFullName(part)))
  return parts.map(withoutTextAfterName).reduce(withCredentials, []).filter(isName)
}

function isRole(part: string, at: number): boolean {
  return ROLE.test(part) || (at > 0 && JOB_TITLE.test(part))
}

/**
 * @returns the parts before a date. In "Ada Marsh | Mar 11, 2023 | Brakes", names precede the date and categories
 *   follow it.
 */
function beforeDate(parts: readonly string[]): readonly string[] {
  const date = parts.findIndex((part) => DATE_TEXT.test(part.toLowerCase()))
  return date < 0 ? parts : parts.slice(0, date)
}

/** Appends a name to the names. A degree is appended to the last name instead: "Ada Marsh, MS, RDN". */
function withCredentials(names: readonly string[], part: string): string[] {
  const last = names.at(-1)
  return last !== undefined && CREDENTIAL.test(part) ? [...names.slice(0, -1), `${last}, ${part}`] : [...names, part]
}

function withoutTextAfterName(name: string): string {
  return name
    .replace(WORD_BY, '')
    .replace(/\s@[\w.]{1,30}$/, '')
    .replace(TEXT_AFTER_NAME, '')
    .replace(TEXT_AFTER_FULL_NAME, '$1')
    .replace(/\s(?:on|at)$/, '')
    .replace(/^[\s,.:|–—-]{1,10}|[\s,:|–—-]{1,10}$/gu, '')
}

function isName(name: string): boolean {
  if (name.length < 2 || name.length > 80 || !/\p{L}{2}|[\p{Script=Han}\p{Script=Hangul}]/u.test(name)) return false
  if (/\d{3}/.test(name) && !USER_NAME.test(name)) return false
  if (INITIALS.test(name)) return false
  return !ROLE.test(name) && !NO_NAME.test(name.toLowerCase()) && !LEGAL_FORM.test(name) && name.split(' ').length <= 7
}
