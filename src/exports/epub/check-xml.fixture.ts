import assert from 'node:assert/strict'

const TOKEN = /<\?xml[^<>]*\?>|<!DOCTYPE html>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|[^<]+|</g
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** names of its ancestors, outermost first */
  readonly path: readonly string[]
}

/**
 * @returns the elements of a document in order
 * @throws AssertionError if the document is not well-formed
 */
export function checkXml(text: string, name: string): readonly XmlElement[] {
  assert.doesNotMatch(text, FORBIDDEN, name)
  assert.doesNotMatch(text, REFERENCE, name)
  const open: string[] = []
  const elements: XmlElement[] = []
  for (const [token, closing, tag, attributes, empty] of text.matchAll(TOKEN)) {
    assert.notEqual(token, '<', `${name}: a lone <`)
    if (tag === undefined) continue
    if (closing === '/') assert.equal(open.pop(), tag, `${name}: ${token}`)
    else {
      elements.push({ name: tag, attributes: attributesOf(attributes ?? '', name), path: [...open] })
      if (empty !== '/') open.push(tag)
    }
  }
  assert.deepEqual(open, [], name)
  return elements
}

function attributesOf(text: string, name: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, key, value] of text.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    assert.ok(!found.has(key!), `${name}: ${key} twice`)
    found.set(key!, value!)
  }
  return found
}
