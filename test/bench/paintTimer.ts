import type { Page } from 'playwright'

/** Without a visible change after this time, the input had no effect. */
const NO_CHANGE_MS = 2_000

/**
 * Runs in the page. The time of an input begins with its first event, and ends with the first frame painted after
 * something was selected: not with the next frame of any kind, which can still show the state before.
 */
const PAGE_SCRIPT = `{
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => {
    // A message is handled after the frame's painting; a timer could wait longer.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now())
    port2.postMessage(0)
  }))
  let begin
  const note = ({ timeStamp }) => { begin ??= timeStamp }
  addEventListener('keydown', note, { capture: true })
  addEventListener('pointerdown', note, { capture: true })
  window.paintTimer = {
    arm() {
      begin = undefined
      let timer
      const { promise, resolve } = Promise.withResolvers()
      const observer = new MutationObserver(async () => {
        if (begin === undefined) return
        observer.disconnect()
        clearTimeout(timer)
        resolve(await frame() - begin)
      })
      observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-selected'] })
      timer = setTimeout(() => { observer.disconnect(); resolve(null) }, ${NO_CHANGE_MS})
      window.paintTimer.result = promise
    },
  }
}`

export type PaintTimer = {
  /** Milliseconds from an input to the paint of its effect, undefined if it selected nothing. */
  measure(input: () => Promise<void>): Promise<number | undefined>
}

/** Adds the timer to each document that the page loads from now on. */
export async function createPaintTimer(page: Page): Promise<PaintTimer> {
  await page.addInitScript({ content: PAGE_SCRIPT })
  return {
    async measure(input) {
      await page.evaluate('window.paintTimer.arm()')
      await input()
      return (await page.evaluate<number | null>('window.paintTimer.result')) ?? undefined
    },
  }
}
