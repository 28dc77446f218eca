/** The element that the page is known to have: the server wrote it. Throws where it is missing. */
export function part<E extends Element>(of: ParentNode, selector: string, type: new () => E): E {
  const found = of.querySelector(selector)
  if (found instanceof type) return found
  throw new Error(`the page has no ${selector}`)
}

/** A new element with its classes and children. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}
