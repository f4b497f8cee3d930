/** The names of a browser and of its operating system. A name is empty if unknown. */
interface BrowserName {
  readonly browser: string
  readonly system: string
  readonly isPhone: boolean
}

/**
 * Patterns of user agents, each with the name of the browser. The first match counts, because many user agents also
 * contain the names of other browsers: that of Edge contains `Chrome`.
 */
const BROWSER_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]

const SYSTEM_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/**
 * @param userAgent the untrusted header `User-Agent` (RFC 9110, 10.1.5)
 * @returns the names of the browser and the operating system in it
 */
export function browserName(userAgent: string): BrowserName {
  const text = userAgent.slice(0, 300)
  const first = (names: typeof BROWSER_PATTERNS) => names.find(([pattern]) => pattern.test(text))?.[1] ?? ''
  const system = first(SYSTEM_PATTERNS)
  return { browser: first(BROWSER_PATTERNS), system, isPhone: ['iPhone', 'Android'].includes(system) }
}
