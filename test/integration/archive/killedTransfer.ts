import { exportIndex } from '../../../src-main/indexer/transfer/exportIndex.ts'
import { deriveImported } from '../../../src-main/indexer/transfer/importedIndex.ts'
import { importIndex } from '../../../src-main/indexer/transfer/importIndex.ts'
import { rebuildIndex } from '../../../src-main/indexer/transfer/rebuildIndex.ts'

/** `COMMAND DIR FILE STEP DELAY_MS`: runs a command, and kills itself DELAY_MS after the STEPth progress report. */
const [command, dir = '', file = '', step, delayMs] = process.argv.slice(2)
let reports = 0
const onProgress = () => {
  if (++reports === Number(step)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(delayMs))
}

if (command === 'export') await exportIndex({ dir, file, network: 'sample', onProgress })
else if (command === 'import') await importIndex({ dir, file, derive: deriveImported, onProgress })
else await rebuildIndex({ dir, onProgress })
