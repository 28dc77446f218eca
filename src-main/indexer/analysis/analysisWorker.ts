import { classificationService } from '../actions/classifyHandlers.ts'
import { detectionService } from '../detect/detectHandlers.ts'
import { parseService } from '../parse/parseService.ts'
import type { AnalysisOptions } from './analysisThread.ts'
import { serveCalls } from './serveCalls.ts'

/** Entry of the thread of startAnalysisThread. */
serveCalls((options: AnalysisOptions) => ({
  detection: detectionService(options),
  classification: classificationService(options),
  parse: parseService,
}))
