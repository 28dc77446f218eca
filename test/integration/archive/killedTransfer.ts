import { exportIndex } from '../../../src-main/indexer/transfer/exportIndex.ts'
import { importIndex } from '../../../src-main/indexer/transfer/importIndex.ts'
import { rebuildIndex } from '../../../src-main/indexer/transfer/rebuildIndex.ts'

/** `COMMAND DIR FILE STEP`: does it, and is killed in the midst of what follows the STEPth sign of progress. */
const [command, dir = '', file = '', step] = process.argv.slice(2)
let signs = 0
const onProgress = () => {
  if (++signs === Number(step)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Math.random() * 10)
}

if (command === 'export') await exportIndex({ dir, file, network: 'sample', onProgress })
else if (command === 'import') await importIndex({ dir, file, onProgress })
else await rebuildIndex({ dir, onProgress })
