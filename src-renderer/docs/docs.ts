import type { EXAMPLES_PATH, ExampleFacts, NetworkExamples } from '#shared/schema/exampleFacts.ts'
import { followNavigation } from '../desktop/followNavigation.ts'
import { sendTheme } from '../desktop/sendTheme.ts'
import { readTheme } from '../settings/localSettings.ts'
import './docs.css'
import { readApiKey, writeApiKey } from './apiKey.ts'
import { setUpContentsButton, setUpFilter, setUpReadingMark } from './contents.ts'
import { copyOnPress } from './copyPress.ts'
import { part } from './element.ts'
import { setUpTryForm } from './tryForm.ts'

/** The script of /docs. The page itself is written by the server (src-main/http/docsPage.ts). */

const FACTS_DEADLINE_MS = 15_000
const EXAMPLES: typeof EXAMPLES_PATH = '/api/tonscope/examples'

function setUpTheme(): void {
  const choice = readTheme()
  if (choice !== 'system') document.documentElement.dataset.theme = choice
  sendTheme(choice)
}

function setUpBase(): void {
  const base = part(document, '[data-role=base]', HTMLElement)
  base.textContent = `${location.origin}${base.textContent}`
  copyOnPress(part(document, '[data-act=copy-base]', HTMLButtonElement), () => base.textContent ?? '')
}

function setUpForms(): void {
  const keyBox = part(document, '#api-key', HTMLInputElement)
  const note = part(document, '[data-role=facts]', HTMLElement)
  keyBox.value = readApiKey()
  const apiKey = () => keyBox.value.trim()

  const askExamples = async (): Promise<NetworkExamples> => {
    const headers: HeadersInit = apiKey() === '' ? {} : { 'X-API-Key': apiKey() }
    const response = await fetch(EXAMPLES, { headers, signal: AbortSignal.timeout(FACTS_DEADLINE_MS) })
    const body = (await response.json()) as NetworkExamples & { error?: string }
    if (!response.ok) throw new Error(body.error ?? `HTTP ${response.status}`)
    return body
  }
  let facts: ExampleFacts | undefined
  const freshFacts = async (): Promise<ExampleFacts | undefined> => {
    try {
      const found = await askExamples()
      facts = found.facts
      note.textContent =
        found.seqno === null
          ? 'The examples are general ones: the network did not answer.'
          : `The examples are taken from the running network: ${found.network}, block ${found.seqno}.`
    } catch (error) {
      note.textContent = `The examples are general ones: ${(error as Error).message}.`
    }
    return facts
  }

  const forms = [...document.querySelectorAll<HTMLFormElement>('form.try')].map((form) =>
    setUpTryForm(form, { apiKey, freshFacts }),
  )
  keyBox.addEventListener('input', () => {
    writeApiKey(apiKey())
    for (const form of forms) form.refresh()
  })
  const fillUntouched = async () => {
    const found = await freshFacts()
    if (found) for (const form of forms) if (!form.isTouched()) form.fill(found)
  }
  keyBox.addEventListener('change', fillUntouched)
  void fillUntouched()
}

setUpTheme()
// The reference is a document of its own: the explorer's pages are loaded, not routed to.
followNavigation((path) => window.location.assign(path))
setUpBase()
setUpFilter()
setUpReadingMark()
setUpContentsButton()
setUpForms()
document.documentElement.dataset.script = 'ready'
