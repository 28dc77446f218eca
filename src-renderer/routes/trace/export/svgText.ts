import type { Bounds } from '../layout.ts'

/** What the style sheets say about the shapes and texts of the graph. */
const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const
const DRAWN = 'path, circle, rect, text'
const NAMESPACE = 'http://www.w3.org/2000/svg'

/** Attributes of a drawing that is not a part of the page any more. */
function isOfPage(name: string): boolean {
  return ['class', 'style', 'role', 'tabindex'].includes(name) || /^(?:aria|data)-/.test(name)
}

function copyStyles(from: Element, to: Element): void {
  const styles = getComputedStyle(from)
  for (const property of PROPERTIES) {
    const value = styles.getPropertyValue(property)
    if (value !== '' && value !== 'normal') to.setAttribute(property, value)
  }
}

/**
 * Returns a drawing of the page as a file of its own, with the styles as attributes.
 * @param background colour behind it
 */
export function svgText(drawing: SVGSVGElement, bounds: Bounds, background: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = drawing.querySelectorAll('*')
  for (const [i, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[i]
    if (original?.matches(DRAWN)) copyStyles(original, element)
  }
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of element.getAttributeNames()) if (isOfPage(name)) element.removeAttribute(name)
  }
  const { x, y, width, height } = bounds
  const ground = document.createElementNS(NAMESPACE, 'rect')
  for (const [name, value] of Object.entries({ x, y, width, height, fill: background })) {
    ground.setAttribute(name, String(value))
  }
  copy.prepend(ground)
  copy.setAttribute('xmlns', NAMESPACE)
  copy.setAttribute('viewBox', `${x} ${y} ${width} ${height}`)
  copy.setAttribute('width', String(Math.ceil(width)))
  copy.setAttribute('height', String(Math.ceil(height)))
  return new XMLSerializer().serializeToString(copy)
}
