/** Checks of the source tree that biome does not have. Prints every fault and exits with 1 if there is one. */
import { resolve } from 'node:path'
import { importCycles } from './cycles.ts'
import { layerFaults } from './layers.ts'
import { readImports } from './sourceImports.ts'

const graph = readImports(resolve(import.meta.dirname, '../..'))
const faults = [
  ...layerFaults(graph),
  ...importCycles(graph).map((files) => `import cycle: ${files.join(', ')}`),
]
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
