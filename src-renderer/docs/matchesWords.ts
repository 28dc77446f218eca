/** Sections whose words have all of the query's; an empty query finds all. */
export function matchesWords(words: string, query: string): boolean {
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}
