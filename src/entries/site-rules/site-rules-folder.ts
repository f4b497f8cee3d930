import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSiteRules, type SourcedRules } from '@dogear/extractor/service'

/** Maximum number of files in the cache. When it is full, the cache is cleared. */
const MAX_CACHED = 500
/** Maximum size of a file in bytes; larger files are ignored. */
const MAX_BYTES = 256 * 1024

export interface SiteRulesFolder {
  /**
   * @param hosts hosts from `ruleHostsOf`, most specific first
   * @returns the rules of the first host that has a file, without invalid lines
   */
  find(hosts: readonly string[]): Promise<SourcedRules | undefined>
}

/**
 * Reads a file when it is first needed, and again after it has changed.
 * @param folder path of a folder with files named `example.com.txt`, or `.example.com.txt` to include all subdomains
 */
export function siteRulesFolder(folder: string): SiteRulesFolder {
  const cache = new Map<string, { readonly stamp: string; readonly rules: SourcedRules }>()
  const read = async (name: string): Promise<SourcedRules | undefined> => {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => undefined)
    if (!facts?.isFile() || facts.size > MAX_BYTES) return undefined
    const stamp = `${facts.mtimeMs} ${facts.size}`
    const known = cache.get(name)
    if (known?.stamp === stamp) return known.rules
    const text = await readFile(path, 'utf8').catch(() => '')
    const rules = { source: name, rules: parseSiteRules(text).rules }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(name, { stamp, rules })
    return rules
  }
  return {
    find: async (hosts) => {
      for (const host of hosts) {
        const rules = await read(`${host}.txt`)
        if (rules) return rules
      }
      return undefined
    },
  }
}
