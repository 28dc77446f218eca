import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { limitThreadMemory } from '../../platform/limitThreadMemory.ts'
import { withBuffers } from '../../store/withBuffers.ts'
import { classificationService } from '../actions/classifyHandlers.ts'
import { detectionService } from '../detect/detectHandlers.ts'
import type { AnalysisOptions } from './analysisThread.ts'
import { CurrentItem } from './currentItem.ts'
import { serveCalls } from './serveCalls.ts'
import type { ServiceWorkerData } from './serviceMessages.ts'

/** The entry of the thread that startAnalysisThread starts. */
function main(port: MessagePort, { options: posted, currentItem }: ServiceWorkerData<AnalysisOptions>): void {
  const options = withBuffers(posted)
  serveCalls(port, new CurrentItem(currentItem), {
    detection: detectionService(options),
    classification: classificationService(options),
  })
}

if (!isMainThread && parentPort) {
  limitThreadMemory()
  main(parentPort, workerData as ServiceWorkerData<AnalysisOptions>)
}
