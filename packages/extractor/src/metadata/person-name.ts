import { NAME_LETTER } from '../dom/letter-class.ts'
/** Matches a full name: two or three words, each with a capital letter, between them particles such as "van". */
const FULL_NAME = new RegExp(
  String.raw`^(?:(?:Dr|Prof|Mr|Ms|Mrs)\.?\s)?\p{Lu}${NAME_LETTER}{0,24}(?:\s(?:van|von|vom|zu|de|der|` +
    String.raw`den|des|du|da|dos|das|del|della|di|la|le|el|al|bin|ibn|ten|ter|y|e))*(?:\s(?:van |von |` +
    String.raw`de |der |den |du |da |di |la |le )?\p{Lu}${NAME_LETTER}{0,24}){1,2}$`,
  'u',
)
/**
 * Words that are not part of the name of a person: subjects of a site, labels of its controls, and kinds of
 * organisations.
 */
const OTHER_WORDS = new Set(
  (
    'about advice agency beiträge cam intermediate latest live neueste posts recent stream view ausstellung brand ' +
    'color das der die ai all analysis analytics and android apps article articles association author authors ' +
    'bank best ' +
    'blog books business by career careers case categories category checklist checklists cloud club college comments ' +
    'community company consulting contact content contents corporation culture customer data desk design development ' +
    'digital editor editorial editors education engineering entertainment estate event events family fashion finance ' +
    'financial fitness food foundation free gaming gear gmbh group growth guide guides health home how inc industry ' +
    'insights institute insurance intelligence internet jobs journal leadership learning lifestyle llc login ltd ' +
    'machine location manufacturer name nach password popularity price reset role size type week year ' +
    'magazine management market marketing media menu money network news newsletter opinion our photo photography podcast ' +
    'policy politics press print privacy product products project properties publishing read reads real recipes ' +
    'release reports research resources restaurant review reviews school science search security seo service services share ' +
    'shop sign skills social society software solutions sport sports staff stiftung stories story strategies strategy ' +
    'studies studio study subscribe success support table tags team tech technologies technology the tips top topics ' +
    'prevention wellness training travel trends updated updates university video videos web webinar webmaster ' +
    'website what why with world ' +
    'your january february april june july august september october november december monday tuesday wednesday ' +
    'thursday friday saturday sunday'
  ).split(' '),
)
/** Words that end the name of a subject or an organisation, but hardly the name of a person. */
const ORGANISATION_WORD =
  /(?:^|\s)(?:inc|llc|ltd|gmbh|e\.\s?v|ag|team|staff|editors?|editorial|media|magazine?|university|stiftung|foundation|institute?|corporation|company|group|agency|services?|solutions?|redaktion|press|news|college|association|society|collective|network|academy|council|department|office|board|center|centre|club|contributors?)\.?(?:$|[\s,)])/i

/** @returns whether the text is the full name of a person, not of a subject or an organisation */
export function isFullName(name: string): boolean {
  if (!FULL_NAME.test(name) || !/\p{Ll}/u.test(name) || ORGANISATION_WORD.test(name)) return false
  return !name.split(' ').some((word) => OTHER_WORDS.has(word.toLowerCase().replace(/[.,]$/, '')))
}

/** @returns whether all words are subjects or labels, such as "Personal finance" or "News" */
export function isSubject(name: string): boolean {
  const words = name.toLowerCase().split(' ')
  return (
    OTHER_WORDS.has(words.at(-1)!) &&
    (words.length === 1 || /^\p{Lu}?\S*(?:\s\p{Ll}\S*)*$/u.test(name) || words.every((word) => OTHER_WORDS.has(word)))
  )
}

/** @returns the letters and digits of a name in lower case, for comparisons */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * @param sites names of the site and of organisations on the page, as `plainName` returns them
 * @returns whether the name is that of the site or of another organisation
 */
export function isOrganisation(name: string, sites: ReadonlySet<string>): boolean {
  const plain = plainName(name)
  return (
    /^\p{Lu}{3,}$/u.test(name) ||
    sites.has(plain) ||
    (plain.length > 4 && !isFullName(name) && [...sites].some((site) => site.includes(plain)))
  )
}
