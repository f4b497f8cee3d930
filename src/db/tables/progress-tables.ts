export interface EntryProgressTable {
  user_id: number
  entry_id: number
  /** number of the block at the top of the screen, from 0 */
  block: number
  /** position in the whole text, from 0 to 1 */
  share: number
  /** the owner's revision at the last change */
  revision: number
  updated_at: string
  /** time at which the owner started to read the entry again; null during the first reading */
  started_at: string | null
}
