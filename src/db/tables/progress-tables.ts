export interface EntryProgressTable {
  user_id: number
  entry_id: number
  /** number of the block at the top of the window, from 0 */
  block: number
  /** position in the whole text, 0 to 1 */
  share: number
  /** the owner's revision that set it */
  revision: number
  updated_at: string
  /** start of the current reading; null for the first one */
  started_at: string | null
}
