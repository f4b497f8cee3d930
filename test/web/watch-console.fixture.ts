import type { BrowserContext } from 'playwright-core'

/**
 * Matches console errors about requests that a test makes fail: it cuts the network, or sends what the server refuses.
 * Responses with status 500 or above are found in the server.
 */
const FAILED_REQUEST =
  /^Failed to load resource: (?:net::ERR_|the server responded with a status of (?:400|403|404|409|422|5\d\d)\b)/
/** Matches the addresses of the app's own files, which the server must never refuse. */
const OWN_FILE = /^http:\/\/[^/]+\/assets\//

/** The browser's message if it looks for a new version of the service worker while the server is stopped. */
const FAILED_UPDATE = 'An unknown error occurred when fetching the script.'

/** The browser's message if a test inspects a public page, whose content security policy allows no scripts. */
const BLOCKED_INSPECTION = /^Blocked script execution in '[^']+\/share\//

/** Collects uncaught errors, and errors in the console, of all pages of a browser context. */
export function watchConsole(context: BrowserContext, complaints: string[]): void {
  context.on('weberror', (error) => complaints.push(`${error.page()?.url()}: ${error.error().message}`))
  context.on('console', (said) => {
    const [text, { url }] = [said.text(), said.location()]
    const isFailedRequest = FAILED_REQUEST.test(text) && (text.includes('net::ERR_') || !OWN_FILE.test(url))
    const isExpected = isFailedRequest || text === FAILED_UPDATE || BLOCKED_INSPECTION.test(text)
    const isError = said.type() === 'error' || /must redirect|missing the expected/i.test(text)
    if (isError && !isExpected) complaints.push(`${said.page()?.url()}: ${text} (${url})`)
  })
}
