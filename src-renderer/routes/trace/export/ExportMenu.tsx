import { Suspense, useCallback, useState } from 'react'
import type { FoundTrace } from '../../../api/traces.ts'
import { downloadFile } from '../../../components/downloadFile.ts'
import type { TraceModel } from '../../../decode/traceModel.ts'
import { lazyPart } from '../../../loading/lazyPart.tsx'
import type { Bounds, Layout } from '../layout.ts'
import { ExportButton } from './ExportButton.tsx'
import { ExportedPicture } from './ExportedPicture.tsx'
import type { ExportForm } from './ExportList.tsx'
import { pngOf } from './pngOf.ts'
import { traceCsv } from './traceCsv.ts'

/** Loaded on first use, as the menu library is large. */
const ExportList = lazyPart(() => import('./ExportList.tsx'), 'ExportList', ExportButton)

/** Number of digits of the trace's hash in the names of files. */
const NAME_DIGITS = 8

type ExportMenuProps = {
  readonly found: FoundTrace
  readonly model: TraceModel
  readonly layout: Layout
}

/** Saves a trace: the graph as a picture, its transactions as a table, or the answer of the API. */
export function ExportMenu({ found, model, layout }: ExportMenuProps) {
  const [isWanted, setWanted] = useState(false)
  const [picture, setPicture] = useState<'png' | 'svg'>()
  const [fault, setFault] = useState<string>()
  const name = `trace-${model.roots[0]?.hash.slice(0, NAME_DIGITS) ?? 'unknown'}`
  const saveText = (form: string, type: string, text: string) =>
    downloadFile(`${name}.${form}`, new Blob([text], { type }))
  const onExport = (form: ExportForm) => {
    setFault(undefined)
    if (form === 'json') {
      saveText(form, 'application/json', `${JSON.stringify(found.answer.envelope, null, 2)}\n`)
    } else if (form === 'csv') saveText(form, 'text/csv', traceCsv(model))
    else setPicture(form)
  }
  const onDrawn = useCallback(
    async (svg: string, bounds: Bounds) => {
      setPicture(undefined)
      try {
        const file = picture === 'png' ? await pngOf(svg, bounds) : new Blob([svg], { type: 'image/svg+xml' })
        downloadFile(`${name}.${picture}`, file)
      } catch (error) {
        setFault(error instanceof Error ? error.message : String(error))
      }
    },
    [name, picture],
  )
  const button = <ExportButton aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
  return (
    <>
      {isWanted ? (
        <Suspense fallback={button}>
          <ExportList onExport={onExport} />
        </Suspense>
      ) : (
        button
      )}
      {fault !== undefined && <p role="alert">Not saved: {fault}</p>}
      {picture && <ExportedPicture layout={layout} onDrawn={onDrawn} />}
    </>
  )
}
