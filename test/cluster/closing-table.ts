import type { Fault } from './faults.ts'
import type { Journal } from './journal.ts'

/** A fault and what followed it. Times are on the clock of `performance.now()`. */
export interface Episode {
  readonly fault: Fault
  readonly from: number
  readonly until: number
  /** seconds until all users listened for events again */
  readonly eventsSeconds: number
}

/** @returns the result of a run as a table in Markdown */
export function closingTable(episodes: readonly Episode[], journal: Journal, durationMs: number): string {
  const cell = (episode: Episode, kind: 'read' | 'write') => {
    const { count, seconds } = journal.failuresBetween(kind, episode.from, episode.until)
    return count === 0 ? 'none' : `${count}, the last after ${seconds.toFixed(1)} s`
  }
  const rows = episodes.map((episode) => {
    const { fault, eventsSeconds } = episode
    return `| ${fault.name} | ${cell(episode, 'write')} | ${cell(episode, 'read')} | ${eventsSeconds.toFixed(1)} s |`
  })
  const { read, write, failed } = journal.counts
  return `
| fault | failed writes | failed reads | all listen for events again |
| --- | --- | --- | --- |
${rows.join('\n')}

${Math.round(durationMs / 1000)} s, ${write} acknowledged writes, ${read} reads, ${failed} failed requests.
`
}
