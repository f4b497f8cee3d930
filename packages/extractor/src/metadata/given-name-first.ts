import { isFullName } from './person-name.ts'

/** Maximum number of words of a family name and of the given names. */
const MAX_WORDS = 4
/** Matches degrees, and names of organisations that are capitals only. */
const CAPITALS = /^\p{Lu}{2,}$/u

/**
 * @param name a name as catalogues of papers and libraries write it, such as `Marsh, Ada` in `citation_author`
 * @returns the name with the given name first; other texts unchanged, such as two full names or a name with a degree
 */
export function givenNameFirst(name: string): string {
  const [family = '', given = '', ...more] = name.split(',').map((part) => part.trim())
  if (more.length > 0 || family === '' || given === '' || CAPITALS.test(given)) return name
  if ([family, given].some((part) => part.split(/\s+/).length > MAX_WORDS || !/^[\p{L}\p{M}\s.'’-]+$/u.test(part)))
    return name
  return family.includes(' ') && !/^\p{Ll}/u.test(family) && isFullName(family) ? name : `${given} ${family}`
}
