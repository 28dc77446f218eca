/** Returns an object like `original` with some properties replaced. Its own functions run on the original itself. */
export function withReplaced<T extends object>(
  original: T,
  replaced: { readonly [Name in keyof T]?: unknown },
): T {
  return new Proxy(original, {
    get(target, name) {
      const value = Reflect.get(name in replaced ? replaced : target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
