import { writeFileSync } from 'node:fs'
import { exportIndex } from '../../../src-main/indexer/transfer/exportIndex.ts'
import { deriveImported } from '../../../src-main/indexer/transfer/importedIndex.ts'
import { importIndex } from '../../../src-main/indexer/transfer/importIndex.ts'
import { rebuildIndex } from '../../../src-main/indexer/transfer/rebuildIndex.ts'
import { noteUnfinishedSnapshot } from '../../../src-main/indexer/transfer/unfinishedSnapshots.ts'

/** `COMMAND DIR FILE STEP DELAY_MS`: runs a command, and kills itself DELAY_MS after the STEPth progress report. */
const [command, dir = '', file = '', step, delayMs] = process.argv.slice(2)
let reports = 0
const onProgress = () => {
  if (++reports === Number(step)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(delayMs))
}

if (command === 'snapshot') {
  // What an export does before and while SQLite writes the snapshot, which nothing can interrupt but a kill.
  noteUnfinishedSnapshot(dir, file)
  writeFileSync(file, 'unfinished')
  process.kill(process.pid, 'SIGKILL')
} else if (command === 'export') await exportIndex({ dir, file, network: 'sample', onProgress })
else if (command === 'import') await importIndex({ dir, file, derive: deriveImported, onProgress })
else await rebuildIndex({ dir, onProgress })
