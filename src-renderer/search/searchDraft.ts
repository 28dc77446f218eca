import { openSessionStore } from '../settings/sessionStore.ts'

const DRAFT = 'tonscope.search-draft'

export type SearchDraft = {
  readonly text: string
  /** True if Enter was pressed. */
  readonly isEntered: boolean
}

const NO_DRAFT: SearchDraft = { text: '', isEntered: false }

/** Stores an unfinished search for the time after a reload of the window. */
export function keepSearchDraft(draft: SearchDraft): void {
  try {
    openSessionStore()?.setItem(DRAFT, JSON.stringify(draft))
  } catch {
    // The storage is full: the search is lost.
  }
}

/** Returns the search from before a reload, and removes it. */
export function takeSearchDraft(): SearchDraft {
  const store = openSessionStore()
  const json = store?.getItem(DRAFT)
  if (!json) return NO_DRAFT
  store?.removeItem(DRAFT)
  try {
    const { text, isEntered } = JSON.parse(json) as Partial<SearchDraft>
    return typeof text === 'string' ? { text, isEntered: isEntered === true } : NO_DRAFT
  } catch {
    // Not written by this module.
    return NO_DRAFT
  }
}
