import { copyText } from '../components/copyText.ts'

const SHOWN_MS = 1_400

/** Copies at a press of the button, and says on it for a moment whether that worked. */
export function copyOnPress(button: HTMLButtonElement, text: () => string): void {
  const label = button.textContent
  let timer = 0
  const say = (said: string, state: string) => {
    button.textContent = said
    button.dataset.state = state
    window.clearTimeout(timer)
    timer = window.setTimeout(() => {
      button.textContent = label
      delete button.dataset.state
    }, SHOWN_MS)
  }
  button.addEventListener('click', () => {
    copyText(text()).then(
      () => say('Copied', 'copied'),
      () => say('The browser refused', 'refused'),
    )
  })
}
