import { type ImportGraph, targetOf } from './sourceImports.ts'

/**
 * Returns the import cycles, each as the list of its files. Imports of types alone leave nothing at run time and do not
 * count. Every cycle is part of one strongly connected component, found by Tarjan's algorithm.
 */
export function importCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []

  function visit(file: string): void {
    const place = order.size
    order.set(file, place)
    lowest.set(file, place)
    stack.push(file)
    for (const { specifier, isTypeOnly } of graph.get(file) ?? []) {
      const target = targetOf(file, specifier)
      if (isTypeOnly || !graph.has(target)) continue
      if (!order.has(target)) {
        visit(target)
        lower(file, lowest.get(target))
      } else if (stack.includes(target)) lower(file, order.get(target))
    }
    if (lowest.get(file) !== place) return
    const component = stack.splice(stack.indexOf(file))
    if (component.length > 1) cycles.push(component)
  }

  function lower(file: string, to = Number.POSITIVE_INFINITY): void {
    lowest.set(file, Math.min(lowest.get(file) ?? to, to))
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return cycles
}
