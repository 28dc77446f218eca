/**
 * Splits the digits of a whole number into groups of three from the right: `['12', '849']`. CSS adds the gaps,
 * so that the copied text has none.
 */
export function digitGroups(digits: string): string[] {
  const first = digits.length % 3
  const groups = first > 0 ? [digits.slice(0, first)] : []
  for (let i = first; i < digits.length; i += 3) groups.push(digits.slice(i, i + 3))
  return groups
}
