import { domainToASCII } from 'node:url'
import { AppError } from '../../kernel/errors.ts'

/**
 * @param text user input: a host name, with a dot before it for every host below it
 * @returns it in lower case and ASCII, without `www.`
 * @throws AppError `invalid_input`
 */
export function parseRuleHost(text: string): string {
  const isWide = text.startsWith('.')
  const host = domainToASCII(text.slice(isWide ? 1 : 0, 300).toLowerCase()).replace(/^www\./, '')
  if (/[^\p{L}\p{N}\p{M}._-]/u.test(text) || host.length > 253 || !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host)) {
    throw new AppError('invalid_input', 'a host is a name such as example.com or .example.com')
  }
  return isWide ? `.${host}` : host
}

/**
 * @param url address of a page
 * @returns the hosts whose rules are for it, the closest first: its own, then `.example.com` for it and all above it
 */
export function ruleHostsOf(url: string): string[] {
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')
  if (!/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host)) return []
  const labels = host.split('.').slice(-10)
  return [host, ...labels.map((_, i) => `.${labels.slice(i).join('.')}`)]
}
