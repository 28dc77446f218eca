/** Returns why a file cannot be read, in words. */
export function fileProblem({ code }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'no such file'
    case 'EISDIR':
      return 'a folder, not a file'
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by this user'
    default:
      return `cannot be read (${code ?? 'unknown reason'})`
  }
}
