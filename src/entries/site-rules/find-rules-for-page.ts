import { parseSiteRules, type SourcedRules } from '@dogear/extractor/service'
import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { type SiteRulesFolder, siteRulesFolder } from './site-rules-folder.ts'
import { ruleHostsOf, findSiteRules } from './site-rule.repository.ts'

/**
 * Finds the extraction rules for a page: the owner's if there are any, otherwise the operator's; undefined if neither
 * has rules.
 */
export type FindRulesForPage = (owner: UserId, url: string) => Promise<SourcedRules | undefined>

/**
 * @param folderPath folder with the operator's rules; empty if there is none
 * @returns a function that finds only the operator's rules and needs no database
 */
export function folderRulesFinder(folderPath: string): FindRulesForPage {
  return async (_owner, url) => {
    if (folderPath === '') return undefined
    return siteRulesFolder(folderPath).find(ruleHostsOf(url))
  }
}

/**
 * @param folderPath folder with the operator's rules; empty if there is none
 * @returns a function that prefers the owner's rules to the operator's
 */
export function rulesForPageFinder(database: Database, folderPath: string): FindRulesForPage {
  let folder: SiteRulesFolder | undefined
  return async (owner, url) => {
    const hosts = ruleHostsOf(url)
    if (hosts.length === 0) return undefined
    const own = await database.read((db) => findSiteRules(db, owner, hosts))
    const closest = own.toSorted((a, b) => hosts.indexOf(a.host) - hosts.indexOf(b.host))[0]
    if (closest)
      return {
        source: `your rules for ${closest.host}`,
        isOwn: true,
        rules: parseSiteRules(closest.rules).rules,
      }
    if (folderPath !== '') folder ??= siteRulesFolder(folderPath)
    return folder?.find(hosts)
  }
}
