import { decode, encode, type SourceMapMappings, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import type { Plugin } from 'rolldown'

/**
 * Reduces source maps (ECMA-426) to the lines of the sources. Node keeps the decoded map of a file in memory once an error
 * in it has been printed: with a segment for each token, the map of the service would take 30 MB. The files and lines of
 * stack traces remain the same; a column is that of the first token of its line.
 */
export function lineMaps(): Plugin {
  return {
    name: 'dogear-line-maps',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.map')) continue
        const map = JSON.parse(String(file.source)) as { mappings: string; names: readonly string[] }
        const mappings = encode(firstOfEachLine(decode(map.mappings)))
        file.source = JSON.stringify({ ...map, mappings, names: [] })
      }
    },
  }
}

/** @returns of the segments that follow each other and lead to the same line of a source, the first */
function firstOfEachLine(mappings: SourceMapMappings): SourceMapMappings {
  return mappings.map((segments) => {
    let last: SourceMapSegment | undefined
    const kept: SourceMapSegment[] = []
    for (const segment of segments) {
      if (segment[1] === last?.[1] && segment[2] === last?.[2]) continue
      last = segment
      kept.push(segment.length === 1 ? segment : [segment[0], segment[1], segment[2], segment[3]])
    }
    return kept
  })
}
