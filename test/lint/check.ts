/** Checks of the source tree that biome does not have. Prints every fault and exits with 1 if there is one. */
import { resolve } from 'node:path'
import { importCycles } from './cycles.ts'
import { docCommentFaults } from './docComments.ts'
import { errorClassFaults } from './errorClasses.ts'
import { layerFaults } from './layers.ts'
import { readImports } from './sourceImports.ts'

const root = resolve(import.meta.dirname, '../..')
const graph = readImports(root)
const faults = [
  ...layerFaults(graph),
  ...importCycles(graph).map((files) => `import cycle: ${files.join(', ')}`),
  ...docCommentFaults(root),
  ...errorClassFaults(root, graph.keys()),
]
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
