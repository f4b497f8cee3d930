/** @returns what is signalled when the fetching of an entry has come to an end */
export function entryTopic(id: number): string {
  return `entry:${id}`
}
