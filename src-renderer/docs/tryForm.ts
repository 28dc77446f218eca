import type { ExampleFacts } from '#shared/schema/exampleFacts.ts'
import { exampleRequest } from '#shared/schema/v2/examples.ts'
import type { V2Name } from '#shared/schema/v2/operations.ts'
import { isV3Path } from '#shared/schema/v3/client.ts'
import { exampleV3Request } from '#shared/schema/v3/examples.ts'
import type { V3Name } from '#shared/schema/v3/operations.ts'
import { curlCommand } from '../components/curlCommand.ts'
import { outcomeText, showAnswer } from './answerView.ts'
import { copyOnPress } from './copyPress.ts'
import { part } from './element.ts'
import {
  bodyFault,
  bodyOf,
  callOf,
  exampleText,
  type FieldText,
  type FormKind,
  requestOf,
  type WireRequest,
} from './formText.ts'
import { sendRequest } from './sendRequest.ts'

/** One operation's form: what it holds, the curl command of it, and the answer when it is sent. */

export type TryForm = {
  /** Puts an example in; an untouched form is one that nobody wrote into since the last one. */
  fill(facts: ExampleFacts): void
  readonly isTouched: () => boolean
  /** Draws the curl command anew. */
  refresh(): void
}

export type TryFormOptions = {
  readonly apiKey: () => string
  /** Facts of the running network as it is now; the last ones where the gateway does not answer. */
  readonly freshFacts: () => Promise<ExampleFacts | undefined>
}

const MIN_ROWS = 2
const MAX_ROWS = 14

type Control = HTMLInputElement | HTMLSelectElement

/** What the JSON-RPC form itself shows. */
const CALLED: V2Name = 'getAddressBalance'

/** Makes a form of the page work. */
export function setUpTryForm(form: HTMLFormElement, { apiKey, freshFacts }: TryFormOptions): TryForm {
  const { name = '', path = '' } = form.dataset
  const controls = [...form.querySelectorAll<Control>('.fields input, .fields select')]
  const editors = new Map(
    [...form.querySelectorAll<HTMLElement>('.editor')].map((box) => [
      box.dataset.form as FormKind,
      part(box, 'textarea', HTMLTextAreaElement),
    ]),
  )
  const curl = part(form, '[data-role=curl]', HTMLElement)
  const outcome = part(form, '.outcome', HTMLElement)
  const answer = part(form, '.answer', HTMLElement)
  const send = part(form, '[type=submit]', HTMLButtonElement)
  const hasQuery = form.querySelector('.fields') !== null
  let written: 'nothing' | 'fields' | 'body' = 'nothing'
  let sending: AbortController | undefined

  const kind = () => form.dataset.form as FormKind
  const fields = (): FieldText[] =>
    controls.map(({ name: field, dataset, value }) => ({
      name: field,
      type: dataset.type ?? 'string',
      text: value.trim(),
    }))
  const request = (): WireRequest =>
    requestOf({ path, kind: kind(), fields: fields(), body: editors.get(kind())?.value ?? '' }, apiKey())

  const refresh = () => {
    const { path: target, ...rest } = request()
    curl.textContent = curlCommand({ url: new URL(target, location.origin).href, ...rest })
  }
  const noteFault = (editor: HTMLTextAreaElement) => {
    const fault = bodyFault(editor.value)
    const note = form.querySelector(`#${CSS.escape(editor.getAttribute('aria-describedby') ?? '')}`)
    if (note) note.textContent = fault === undefined ? '' : `Not JSON: ${fault}`
    if (fault === undefined) editor.removeAttribute('aria-invalid')
    else editor.setAttribute('aria-invalid', 'true')
  }
  const write = (editor: HTMLTextAreaElement | undefined, text: string) => {
    if (!editor) return
    editor.value = text
    noteFault(editor)
    fit(editor)
  }
  const writeBodies = (body: string) => {
    write(editors.get('POST'), body)
    write(editors.get('JSON-RPC'), callOf(name, body))
  }

  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLTextAreaElement) {
      written = 'body'
      noteFault(target)
      fit(target)
      // Both are the same request, as long as this one can be read.
      if (target === editors.get('POST') && bodyFault(target.value) === undefined) {
        write(editors.get('JSON-RPC'), callOf(name, target.value))
      }
    } else if (controls.includes(target as Control)) {
      written = 'fields'
      writeBodies(bodyOf(fields()))
    }
    refresh()
  })
  form.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
    form.dataset.form = target.value
    for (const editor of editors.values()) fit(editor)
    refresh()
  })
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.requestSubmit()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    sending?.abort()
    const controller = new AbortController()
    sending = controller
    send.dataset.busy = ''
    outcome.textContent = 'Sending …'
    delete outcome.dataset.ok
    sendRequest(request(), controller.signal).then(
      (received) => {
        if (controller.signal.aborted) return
        outcome.dataset.ok = String(received.status < 400)
        outcome.textContent = outcomeText(received)
        showAnswer(answer, received, name)
        delete send.dataset.busy
      },
      (error: Error) => {
        if (controller.signal.aborted) return
        outcome.dataset.ok = 'false'
        outcome.textContent = error.message
        answer.hidden = true
        delete send.dataset.busy
      },
    )
  })

  const fillOperation = (example: Readonly<Record<string, unknown>>) => {
    for (const control of controls) {
      const value = example[control.name]
      control.value = value === undefined ? '' : Array.isArray(value) ? value.join(' ') : String(value)
    }
    writeBodies(hasQuery ? bodyOf(fields()) : exampleText(example))
  }
  // Absent where there is nothing to fill in.
  const fillButton = form.querySelector('[data-act=fill]')
  const filled = {
    fill(facts: ExampleFacts) {
      if (name === 'jsonRPC') {
        write(editors.get('POST'), callOf(CALLED, exampleText(exampleRequest(CALLED, facts))))
      } else if (fillButton) {
        fillOperation(exampleOf(path, name, facts))
      }
      written = 'nothing'
      refresh()
    },
    isTouched: () => written !== 'nothing',
    refresh,
  }
  fillButton?.addEventListener('click', () => {
    void freshFacts().then((facts) => facts && filled.fill(facts))
  })
  copyOnPress(part(form, '[data-act=copy-curl]', HTMLButtonElement), () => curl.textContent ?? '')
  for (const editor of editors.values()) fit(editor)
  refresh()
  return filled
}

/** A request that the operation answers, whichever API it is of. */
function exampleOf(path: string, name: string, facts: ExampleFacts): Readonly<Record<string, unknown>> {
  if (!isV3Path(path)) return exampleRequest(name as V2Name, facts)
  return exampleV3Request(name as V3Name, facts)
}

/** As many rows as the text has, within bounds. */
function fit(editor: HTMLTextAreaElement): void {
  editor.rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, editor.value.split('\n').length))
}
