import type { EntryAnnotation } from '../entries/entry.ts'
import { storableJson } from '../kernel/storable-text.ts'
import { COLORS } from './annotation-color.ts'
import type { ColoredInput } from './annotation.repository.ts'

/**
 * Finds an annotation with the same passage, note, colour and tags as the input. Browsers send an annotation again if they
 * received no response, and it must not be stored twice.
 * @param annotations annotations of one entry
 */
export function findSameAnnotation<Stored extends EntryAnnotation>(
  annotations: readonly Stored[],
  { quote, text, ranges, color = COLORS[0], tags = [] }: ColoredInput,
): Stored | undefined {
  const places = storableJson(ranges)
  const labels = JSON.stringify(tags)
  return annotations.find(
    (one) =>
      one.quote === quote &&
      one.text === text &&
      one.ranges === places &&
      one.color === color &&
      JSON.stringify(one.tags ?? []) === labels,
  )
}
