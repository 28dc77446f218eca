import type { Chapter } from './stage.ts'

/** The scenario, in the order in which it is played. */
export const chapters: readonly Chapter[] = []
