/** Why an archive cannot be opened or a part of it cannot be used: `file` names the culprit. */
export class ArchiveError extends Error {
  readonly file: string
  readonly reason: string

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options)
    this.name = 'ArchiveError'
    this.file = file
    this.reason = reason
  }
}
