/**
 * The parser of Readium for Node, which Thorium Reader uses. It reads both versions, and converts OPDS 1.2 to 2.0
 * (opdsRequestJsonTransformer and opdsRequestXmlTransformer in Thorium's src/main/services/opds.ts).
 * Later versions than 1.0.42 have the same parser, and cannot be installed: their install script calls rimraf, which they do not
 * depend on.
 */
import { createRequire } from 'node:module'

/** The part of a parsed feed that the tests compare. Its names are those of the parser. */
export interface ReadiumFeed {
  readonly Metadata: { readonly Title: string; readonly NumberOfItems?: number }
  readonly Links?: readonly ReadiumLink[]
  readonly Navigation?: readonly ReadiumLink[]
  readonly Facets?: readonly { readonly Metadata: { readonly Title: string }; readonly Links: readonly ReadiumLink[] }[]
  readonly Publications?: readonly {
    readonly Metadata: {
      readonly Title: string
      readonly Identifier: string
      readonly Description?: string
      readonly Language?: readonly string[]
      readonly Author?: readonly { readonly Name: string }[]
      readonly Subject?: readonly { readonly Name: string }[]
    }
    readonly Links: readonly ReadiumLink[]
    readonly Images?: readonly ReadiumLink[]
  }[]
}

export interface ReadiumLink {
  readonly Href: string
  readonly Title?: string
  readonly TypeLink?: string
  readonly Rel?: readonly string[]
  readonly Templated?: boolean
  readonly Properties?: { readonly NumberOfItems?: number }
}

// The packages are CommonJS modules without an entry point.
const load = createRequire(import.meta.url)
const { OPDSFeed } = load('r2-opds-js/dist/es8-es2017/src/opds/opds2/opds2') as { OPDSFeed: unknown }
const { OPDS } = load('r2-opds-js/dist/es8-es2017/src/opds/opds1/opds') as { OPDS: unknown }
const { convertOpds1ToOpds2 } = load('r2-opds-js/dist/es8-es2017/src/opds/converter') as {
  convertOpds1ToOpds2: (feed: unknown) => ReadiumFeed
}
const { initGlobalConverters_OPDS } = load('r2-opds-js/dist/es8-es2017/src/opds/init-globals') as {
  initGlobalConverters_OPDS: () => void
}
const { initGlobalConverters_GENERIC } = load('r2-shared-js/dist/es8-es2017/src/init-globals') as {
  initGlobalConverters_GENERIC: () => void
}
const { TaJsonDeserialize } = load('r2-lcp-js/dist/es8-es2017/src/serializable') as {
  TaJsonDeserialize: (json: unknown, type: unknown) => ReadiumFeed
}
const { XML } = load('r2-utils-js/dist/es8-es2017/src/_utils/xml-js-mapper') as {
  XML: { deserialize: (document: unknown, type: unknown) => unknown }
}
const { DOMParser } = load('@xmldom/xmldom') as {
  DOMParser: new () => { parseFromString: (text: string, type: string) => unknown }
}

initGlobalConverters_OPDS()
initGlobalConverters_GENERIC()

/** @returns a feed in OPDS 2.0 as Thorium reads it */
export function parseOpds2(json: string): ReadiumFeed {
  return TaJsonDeserialize(JSON.parse(json), OPDSFeed)
}

/** @returns a feed in OPDS 1.2 as Thorium reads it */
export function parseOpds1(xml: string): ReadiumFeed {
  return convertOpds1ToOpds2(XML.deserialize(new DOMParser().parseFromString(xml, 'application/xml'), OPDS))
}
