/** A browser as people call it; empty where nothing of the kind was said. */
export interface BrowserName {
  readonly browser: string
  readonly system: string
  readonly isPhone: boolean
}

/** Each names itself beside those it descends from, so the first that fits is the one. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** @param userAgent as the browser said it (RFC 9110, 10.1.5); anything may stand there */
export function browserName(userAgent: string): BrowserName {
  const text = userAgent.slice(0, 300)
  const first = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1] ?? ''
  const system = first(SYSTEMS)
  return { browser: first(BROWSERS), system, isPhone: ['iPhone', 'Android'].includes(system) }
}
